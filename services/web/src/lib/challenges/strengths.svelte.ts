// How strong somebody is who challenges: asked for once, shown when it is known.

import { SvelteMap } from 'svelte/reactivity';
import { FAMILIES, people } from '../people/api';
import type { RoomMember } from '../protocol/generated';

class Strengths {
  readonly #elo = new SvelteMap<string, Record<string, number>>();
  // Nothing shows whether it has been asked for.
  #asked: readonly string[] = [];

  /** The Elo in that game; null if there is none, or nobody knows yet. */
  of({ player, name }: RoomMember, game: string): number | null {
    const family = FAMILIES.find((one) => one === game);
    // Guests have none.
    if (!family || name !== '') return null;
    if (!this.#asked.includes(player)) void this.#ask(player);
    return this.#elo.get(player)?.[family] ?? null;
  }

  async #ask(player: string): Promise<void> {
    this.#asked = [...this.#asked, player];
    try {
      const { elo } = await people.profile(player);
      this.#elo.set(player, elo ?? {});
    } catch {
      // It is played without it as well.
    }
  }
}

export const strengths = new Strengths();
