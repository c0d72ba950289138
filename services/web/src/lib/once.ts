// Ids for what is asked for by HTTP: the same wish keeps its id until it has been answered, so that
// a second click, or asking again after a lost answer, does nothing twice.

import { RefusedError } from './api';
import { commandId, UNDECIDED } from './socket/outbox';

export class Once {
  #wish = '';
  #id = '';

  /** Asks for it under its id; two who ask for the same at once share it. */
  async ask<T>(wish: unknown, work: (id: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(wish);
    if (text !== this.#wish) {
      this.#wish = text;
      this.#id = commandId();
    }
    const id = this.#id;
    try {
      const answer = await work(id);
      this.#settle(id);
      return answer;
    } catch (error) {
      if (error instanceof RefusedError && !UNDECIDED.has(error.code)) this.#settle(id);
      throw error;
    }
  }

  /** What comes after the answer is a new wish, even if it is the same. */
  #settle(id: string): void {
    if (id === this.#id) this.#wish = '';
  }
}
