// Something about people that is asked for by id, many at once, and known for a while.

import { SvelteMap } from 'svelte/reactivity';
import { RefusedError } from '../api';

export const FRESH_MS = 5 * 60_000;
export const GATHER_MS = 20;
const LONGEST_PAUSE_MS = 30_000;
const PLAYER = /^[0-9a-f]{2}-[A-Za-z0-9_-]{1,64}$/;

export type Fetch<T> = (ids: readonly string[]) => Promise<Record<string, T>>;

export class ById<T> {
  readonly #known = new SvelteMap<string, T | null>();
  // Nothing shows when it was asked for, or of whom it is being asked.
  readonly #askedAt: Record<string, number> = {};
  readonly #fetch: Fetch<T>;
  readonly #atOnce: number;
  #wanted: readonly string[] = [];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The server answers for `atOnce` people at a time. */
  constructor(fetch: Fetch<T>, atOnce: number) {
    this.#fetch = fetch;
    this.#atOnce = atOnce;
  }

  /**
   * What is known of a person now: undefined while nothing is, null if there is nothing; asks for
   * it where it is not known, or not lately.
   */
  of(player: string): T | null | undefined {
    if (!PLAYER.test(player)) return undefined;
    const found = this.#known.get(player);
    if (!this.#isFresh(player)) this.#want(player);
    return found;
  }

  /** Asks for it once more, however lately that was. */
  again(player: string): void {
    if (PLAYER.test(player)) this.#want(player);
  }

  /** What is known of a person, without asking. */
  known(player: string): T | null | undefined {
    return this.#known.get(player);
  }

  /** Something that came another way. */
  learn(player: string, found: T | null): void {
    this.#askedAt[player] = Date.now();
    this.#known.set(player, found);
  }

  #isFresh(player: string): boolean {
    return Date.now() - (this.#askedAt[player] ?? -Infinity) < FRESH_MS;
  }

  #want(player: string): void {
    if (this.#wanted.includes(player)) return;
    this.#wanted = [...this.#wanted, player];
    if (this.#timer === undefined) this.#soon(GATHER_MS);
  }

  #soon(waitMs: number): void {
    this.#timer = setTimeout(() => void this.#askAll(), waitMs);
  }

  async #askAll(): Promise<void> {
    const batch = this.#wanted.slice(0, this.#atOnce);
    try {
      const found = await this.#fetch(batch);
      for (const player of batch) this.learn(player, found[player] ?? null);
      this.#failures = 0;
      this.#leave(batch);
    } catch (error) {
      // Shown without it meanwhile; it is asked for again, ever more rarely.
      this.#failures += 1;
      if (isHopeless(error)) this.#leave(batch);
    }
    this.#timer = undefined;
    if (this.#wanted.length) this.#soon(this.#pauseMs());
  }

  /** These are not asked for any more, or not soon. */
  #leave(batch: readonly string[]): void {
    for (const player of batch) this.#askedAt[player] = Date.now();
    this.#wanted = this.#wanted.filter((player) => !batch.includes(player));
  }

  #pauseMs(): number {
    return this.#failures ? Math.min(1_000 * 2 ** this.#failures, LONGEST_PAUSE_MS) : GATHER_MS;
  }
}

/** Asking the same again would be refused again, and nothing else would be asked for. */
function isHopeless(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'bad_message';
}
