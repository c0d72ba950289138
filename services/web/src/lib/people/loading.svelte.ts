// Something that a page asks the server for: on its way, there, or refused.

import { sentenceOf } from '../problem';

export class Loading<T> {
  value = $state.raw<T | null>(null);
  isBusy = $state(false);
  #error = $state.raw<{ cause: unknown } | null>(null);
  #turn = 0;

  /** Why it is not there, in a sentence. */
  get problem(): string | null {
    return this.#error && sentenceOf(this.#error.cause);
  }

  /** What was refused, for whoever wants to say something of their own. */
  get cause(): unknown {
    return this.#error?.cause;
  }

  /** Asks; an answer that came too late for another question is dropped. */
  async ask(work: () => Promise<T>): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    this.isBusy = true;
    this.#error = null;
    try {
      const value = await work();
      if (turn === this.#turn) this.value = value;
      return turn === this.#turn;
    } catch (error) {
      if (turn === this.#turn) this.#error = { cause: error };
      return false;
    } finally {
      if (turn === this.#turn) this.isBusy = false;
    }
  }
}
