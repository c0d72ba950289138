// Settings follow the account: what is chosen here is kept there, and comes along to other devices.

import type { Settings } from '../settings.svelte';

export const PAUSE_MS = 600;

export interface Kept {
  settings: () => Promise<Record<string, unknown> | null>;
  keepSettings: (settings: object) => Promise<unknown>;
}

/** Whoever wrote last is right. Guests' settings stay on their device. */
export class Following {
  readonly #settings: Settings;
  readonly #kept: Kept;
  #player: string | null = null;
  // What other clients keep there and this one does not know is kept with it.
  #others: Record<string, unknown> = {};
  #isUnsent = false;
  #sending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: Settings, kept: Kept) {
    this.#settings = settings;
    this.#kept = kept;
    settings.onchange = () => {
      this.#changed();
    };
  }

  /** Says whose settings these are now; null for guests and strangers. */
  async belongTo(player: string | null): Promise<void> {
    if (player !== this.#player) {
      clearTimeout(this.#timer);
      this.#isUnsent = false;
      this.#sending = 0;
      this.#others = {};
      this.#player = player;
    }
    await this.catchUp();
  }

  /** Takes over what was chosen elsewhere; what was chosen here and not sent yet goes up first. */
  async catchUp(): Promise<void> {
    if (this.#player === null) return;
    if (this.#isUnsent) {
      await this.#send();
      return;
    }
    // What is on its way up is newer than what could come down now.
    if (this.#sending) return;
    const player = this.#player;
    try {
      const stored = await this.#kept.settings();
      // Somebody else may have come, or something may have been chosen, while that was on its way.
      if (player !== this.#player || this.#isUnsent) return;
      if (stored === null) await this.#send();
      else {
        this.#others = stored;
        this.#settings.adopt(stored);
      }
    } catch {
      // This device's own settings do until the next time.
    }
  }

  /** The page may be gone in a moment: what was chosen goes up now. */
  async hurry(): Promise<void> {
    if (this.#player !== null && this.#isUnsent) await this.#send();
  }

  #changed(): void {
    if (this.#player === null) return;
    this.#isUnsent = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), PAUSE_MS);
  }

  async #send(): Promise<void> {
    const player = this.#player;
    clearTimeout(this.#timer);
    this.#isUnsent = false;
    this.#sending += 1;
    try {
      await this.#kept.keepSettings({ ...this.#others, ...this.#settings.all });
    } catch {
      // Goes up with the next change, or as soon as the connection is back.
      this.#isUnsent = player === this.#player;
    } finally {
      if (player === this.#player) this.#sending = Math.max(0, this.#sending - 1);
    }
  }
}
