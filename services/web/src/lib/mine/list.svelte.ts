// A list that grows page by page; only the last question's answer counts.

import type { FinishedPage, GameSummary } from '../protocol/generated';
import type { Filter } from './filter';

type Fetch = (filter: Filter, before: string | null) => Promise<FinishedPage>;

export class GameList {
  games = $state.raw<readonly GameSummary[]>([]);
  next = $state.raw<string | null>(null);
  state = $state<'busy' | 'ready' | 'failed'>('busy');
  problem = $state.raw<unknown>(null);
  readonly #fetch: Fetch;
  #asked = 0;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The first page of what a filter leaves. */
  async show(filter: Filter): Promise<void> {
    this.games = [];
    this.next = null;
    await this.#load(filter, null);
  }

  /** The page after those that are there. */
  async more(filter: Filter): Promise<void> {
    if (this.next !== null && this.state !== 'busy') await this.#load(filter, this.next);
  }

  async #load(filter: Filter, before: string | null): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.state = 'busy';
    try {
      const page = await this.#fetch(filter, before);
      if (asked !== this.#asked) return;
      this.games = [...this.games, ...page.games];
      this.next = page.next;
      this.state = 'ready';
    } catch (error) {
      if (asked !== this.#asked) return;
      this.problem = error;
      this.state = 'failed';
    }
  }
}
