// Sitting down to a game at one device.

import { api } from '../api';
import { comeIn } from '../house.svelte';
import type { RoomTerms } from '../protocol/generated';
import { gameIn } from '../room/started';
import { tableNames, type Pair } from './names.svelte';

/** The id of the game, as soon as it runs. The same `id` again starts no second one. */
export async function startHotseat(id: string, terms: RoomTerms, names: Pair): Promise<string> {
  await comeIn();
  const game = await gameIn(await api.openHotseat(id, terms));
  tableNames.note(game, names);
  return game;
}
