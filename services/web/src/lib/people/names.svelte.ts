// Names by id: messages bring none for accounts, so that a name can change and be forgotten.

import { ask } from '../api';
import type { Names, SeatInfo } from '../protocol/generated';
import { ById, type Fetch } from './by-id.svelte';

export { FRESH_MS, GATHER_MS } from './by-id.svelte';

/** What is said where there is no name: not yet, or no more. */
export interface Unnamed {
  unknown: string;
  deleted: string;
}

/** The server answers for so many at once. */
export const AT_ONCE = 200;

export class NamesById {
  readonly #names: ById<string | null>;

  constructor(fetch: Fetch<string | null>) {
    this.#names = new ById(fetch, AT_ONCE);
  }

  /** A person's name now; asks for it where it is not known, or not lately. */
  of(player: string, unnamed: Unnamed): string {
    const name = this.#names.of(player);
    return name === undefined ? unnamed.unknown : (name ?? unnamed.deleted);
  }

  /** A guest's name as it came, or what they are called by now, should that be known. */
  ofGuest(player: string, name: string): string {
    return this.#names.known(player) ?? name;
  }

  /** Somebody called that by a message may have become an account meanwhile. */
  askAgain({ player, name }: SeatInfo): void {
    if (name !== '') this.#names.again(player);
  }

  /** Whether the person is known to be gone. */
  isDeleted(player: string): boolean {
    return this.#names.known(player) === null;
  }

  /** A name that came another way. */
  learn(player: string, name: string | null): void {
    this.#names.learn(player, name);
  }
}

export const names = new NamesById(async (ids) => {
  const answer = await ask<Names>('GET', `/api/names?ids=${ids.join(',')}`);
  return answer.names;
});
