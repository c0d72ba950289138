// A form on its way: busy, refused at a field, told to wait.

import { RefusedError } from '../api';
import { words } from '../i18n/words.svelte';
import { sentenceOf } from '../problem';

const SECOND_MS = 1_000;

/** Which field a refusal belongs to, by its code. */
export type Fields<F extends string> = Readonly<Record<string, F>>;

export class Form<F extends string> {
  isBusy = $state(false);
  /** So many seconds the next attempt has to wait. */
  waitS = $state(0);
  /** How long that was when it was said; a count is not read out again every second. */
  saidS = $state(0);
  /** Said at its field, or below the form where it belongs to none. */
  #problem = $state.raw<{ field: F | null; error: unknown } | null>(null);
  readonly #fields: Fields<F>;
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(fields: Fields<F> = {}) {
    this.#fields = fields;
  }

  /** What is wrong with a field, in a sentence. */
  at(field: F): string | null {
    return this.#problem?.field === field ? sentenceOf(this.#problem.error) : null;
  }

  /** What is wrong beside all fields, in a sentence. */
  get problem(): string | null {
    if (this.waitS) return words.account.wait(this.waitS);
    return this.#problem?.field === null ? sentenceOf(this.#problem.error) : null;
  }

  get isStopped(): boolean {
    return this.isBusy || this.waitS > 0;
  }

  /** Does it, unless it is being done; returns whether it went well. */
  async send(work: () => Promise<void>): Promise<boolean> {
    if (this.isStopped) return false;
    this.isBusy = true;
    this.#problem = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** Counts no more; for a form that goes away. */
  end(): void {
    clearInterval(this.#tick);
  }

  #failed(error: unknown): void {
    if (!(error instanceof RefusedError)) {
      this.#problem = { field: null, error };
      return;
    }
    const waitS = error.detail.wait_s;
    if (typeof waitS === 'number' && waitS > 0) this.#wait(waitS);
    else this.#problem = { field: this.#fields[error.code] ?? null, error };
  }

  #wait(seconds: number): void {
    this.waitS = seconds;
    this.saidS = seconds;
    clearInterval(this.#tick);
    this.#tick = setInterval(() => {
      this.waitS -= 1;
      if (this.waitS <= 0) clearInterval(this.#tick);
    }, SECOND_MS);
  }
}
