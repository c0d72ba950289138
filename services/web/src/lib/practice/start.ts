// Sitting down to a game against the computer.

import { api } from '../api';
import { comeIn } from '../house.svelte';
import type { Strength } from '../players';
import type { RoomTerms, RoomView } from '../protocol/generated';

const ASK_EVERY_MS = 200;
const GIVE_UP_AFTER = 75;

/** The game did not come about; asking again with the same id is safe. */
export class NotStartedError extends Error {}

/** The id of the game, as soon as it runs. The same `id` again starts no second one. */
export async function startPractice(
  id: string,
  terms: RoomTerms,
  strength: Strength,
): Promise<string> {
  await comeIn();
  let room: RoomView = await api.openPractice(id, terms, strength);
  for (let asked = 0; asked < GIVE_UP_AFTER; asked += 1) {
    if (room.state === 'started' && room.game_id) return room.game_id;
    if (room.state === 'closed') break;
    await new Promise((done) => setTimeout(done, ASK_EVERY_MS));
    room = await api.room(room.room);
  }
  throw new NotStartedError(room.room);
}
