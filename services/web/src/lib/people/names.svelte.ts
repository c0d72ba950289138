// Names by id: messages bring none for accounts, so that a name can change and be forgotten.

import { SvelteMap } from 'svelte/reactivity';
import { ask, RefusedError } from '../api';
import type { Names } from '../protocol/generated';

/** What is said where there is no name: not yet, or no more. */
export interface Unnamed {
  unknown: string;
  deleted: string;
}

export const FRESH_MS = 5 * 60_000;
export const GATHER_MS = 20;
/** The server answers for so many at once. */
export const AT_ONCE = 200;
const LONGEST_PAUSE_MS = 30_000;
const PLAYER = /^[0-9a-f]{2}-[A-Za-z0-9_-]{1,64}$/;

type Fetch = (ids: readonly string[]) => Promise<Record<string, string | null>>;

export class NamesById {
  readonly #known = new SvelteMap<string, string | null>();
  // Nothing shows when a name was asked for, or which are being asked for.
  readonly #askedAt: Record<string, number> = {};
  readonly #fetch: Fetch;
  #wanted: readonly string[] = [];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** A person's name now; asks for it where it is not known, or not lately. */
  of(player: string, unnamed: Unnamed): string {
    if (!PLAYER.test(player)) return unnamed.unknown;
    const name = this.#known.get(player);
    if (!this.#isFresh(player)) this.#want(player);
    if (name === undefined) return unnamed.unknown;
    return name ?? unnamed.deleted;
  }

  /** Whether the person is known to be gone. */
  isDeleted(player: string): boolean {
    return this.#known.get(player) === null;
  }

  /** A name that came another way. */
  learn(player: string, name: string | null): void {
    this.#askedAt[player] = Date.now();
    this.#known.set(player, name);
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
    const batch = this.#wanted.slice(0, AT_ONCE);
    try {
      const found = await this.#fetch(batch);
      for (const player of batch) this.learn(player, found[player] ?? null);
      this.#failures = 0;
      this.#leave(batch);
    } catch (error) {
      // Shown without a name meanwhile; it is asked for again, ever more rarely.
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

export const names = new NamesById(async (ids) => {
  const answer = await ask<Names>('GET', `/api/names?ids=${ids.join(',')}`);
  return answer.names;
});
