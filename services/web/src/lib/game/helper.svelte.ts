// A turn that the strongest computer would play, at a person's wish.

import { api, RefusedError } from '../api';
import type { Table, Text } from './table.svelte';

export class Helper {
  isAsking = $state(false);
  /** The turn to be shown; forgotten as soon as the position is another one. */
  turn = $state<string | null>(null);
  /** Why there is no hint; null text where the server could not be reached. */
  problem = $state.raw<{ text: Text | null } | null>(null);
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** Whether there are hints in this game. */
  get isOffered(): boolean {
    const { computer, timeline } = this.#table;
    return computer !== null && timeline?.course.hasHints(computer) === true;
  }

  /** Whether a hint can be asked for now. */
  get isPossible(): boolean {
    return this.isOffered && this.#table.isMyTurn;
  }

  /** Asks; returns whether a hint came. */
  async ask(): Promise<boolean> {
    if (this.isAsking || !this.isPossible) return false;
    this.isAsking = true;
    this.problem = null;
    try {
      const hint = await api.hint(this.#table.game);
      // Whoever has played meanwhile needs no hint for what is gone.
      const isFresh = hint.position === this.#table.timeline?.position;
      if (isFresh) this.turn = hint.turn;
      return true;
    } catch (error) {
      this.problem = { text: error instanceof RefusedError ? error.text : null };
      return false;
    } finally {
      this.isAsking = false;
    }
  }

  clear(): void {
    this.turn = null;
    this.problem = null;
  }
}
