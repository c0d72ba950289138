// Elo by id, to stand beside names.

import { ask } from '../api';
import type { EloOf } from '../protocol/generated';
import type { Family } from './api';
import { ById } from './by-id.svelte';

/** The server answers for so many at once. */
const AT_ONCE = 100;

const known = new ById<Record<string, number>>(async (ids) => {
  const answer = await ask<EloOf>('GET', `/api/elo?ids=${ids.join(',')}`);
  return answer.elo;
}, AT_ONCE);

/** Games that are rated, by the key of their rules: the small ones are not. */
const FAMILY_OF: Readonly<Record<string, Family>> = { mills: 'mills', hanse: 'hanse' };

/** A person's Elo in that game; null while it is not known, and for who has none. */
export function eloOf(player: string, game: string): number | null {
  const family = (FAMILY_OF as Partial<Record<string, Family>>)[game];
  return family === undefined ? null : (known.of(player)?.[family] ?? null);
}
