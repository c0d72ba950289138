// Sitting down to a game against the computer.

import { api } from '../api';
import { comeIn } from '../house.svelte';
import type { Strength } from '../players';
import type { RoomTerms } from '../protocol/generated';
import { gameIn } from '../room/started';

/** The id of the game, as soon as it runs. The same `id` again starts no second one. */
export async function startPractice(
  id: string,
  terms: RoomTerms,
  strength: Strength,
): Promise<string> {
  await comeIn();
  return gameIn(await api.openPractice(id, terms, strength));
}
