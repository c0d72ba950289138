// Which person's menu is open, and where on the page it was asked for.

export interface Asked {
  player: string;
  /** As a message told it; "" for accounts. */
  name: string;
  isGuest: boolean;
  /** The line of theirs that was clicked, if it was one. */
  line: { n: number; text: string } | null;
  opener: HTMLElement;
}

class PersonMenu {
  asked = $state.raw<Asked | null>(null);

  open(asked: Asked): void {
    this.asked = asked;
  }

  /** Closes it; the focus goes back to where it came from. */
  close(how: 'back' | 'away' = 'back'): void {
    const opener = this.asked?.opener;
    this.asked = null;
    if (how === 'back') opener?.focus({ preventScroll: true });
  }
}

export const personMenu = new PersonMenu();
