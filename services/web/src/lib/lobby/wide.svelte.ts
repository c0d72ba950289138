// Whether there is room for several things side by side.

const WIDE = '(width >= 56rem)';
const WIDEST = '(width >= 80rem)';

class Room {
  /** Chat and people beside each other. */
  isWide = $state(true);
  /** A third thing between them. */
  isWidest = $state(false);

  /** Follows the window until the returned function is called. */
  watch(): () => void {
    const { matchMedia }: Partial<Window> = window;
    if (!matchMedia) return () => undefined;
    const asked = [matchMedia(WIDE), matchMedia(WIDEST)];
    const learn = (): void => {
      [this.isWide, this.isWidest] = asked.map(({ matches }) => matches);
    };
    learn();
    for (const query of asked) query.addEventListener('change', learn);
    return () => {
      for (const query of asked) query.removeEventListener('change', learn);
    };
  }
}

export const space = new Room();
