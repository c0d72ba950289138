// Setting up a game: asked for once, and why nothing came of it.

import { Once } from './once';
import { sentenceOf } from './problem';
import { router } from './router.svelte';

export class Starting {
  isBusy = $state(false);
  problem = $state<string | null>(null);
  readonly #once = new Once();

  /** Asks for it, and goes to the path that comes of it. */
  async begin(
    wish: unknown,
    work: (id: string) => Promise<string>,
    how: 'push' | 'replace' = 'push',
  ): Promise<void> {
    this.isBusy = true;
    this.problem = null;
    try {
      router.go(await this.#once.ask(wish, work), how);
    } catch (error) {
      this.problem = sentenceOf(error);
    } finally {
      this.isBusy = false;
    }
  }
}
