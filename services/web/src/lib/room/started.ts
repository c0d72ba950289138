// A room whose game begins by itself: against a computer, or at one device.

import { api } from '../api';
import type { RoomView } from '../protocol/generated';

const ASK_EVERY_MS = 200;
const GIVE_UP_AFTER = 75;

/** The game did not come about; asking again with the same id is safe. */
export class NotStartedError extends Error {}

/** The id of the room's game, as soon as it runs. Throws NotStartedError. */
export async function gameIn(opened: RoomView): Promise<string> {
  let room = opened;
  for (let asked = 0; asked < GIVE_UP_AFTER; asked += 1) {
    if (room.state === 'started' && room.game_id) return room.game_id;
    if (room.state === 'closed') break;
    await new Promise((done) => setTimeout(done, ASK_EVERY_MS));
    room = await api.room(room.room);
  }
  throw new NotStartedError(room.room);
}
