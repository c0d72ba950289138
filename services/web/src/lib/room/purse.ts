// What the one at this browser can play for, and whether the other has an account.

import { people } from '../people/api';
import type { RoomMember } from '../protocol/generated';

/** The own wallet's Taler; null if nobody knows. */
export async function myTaler(): Promise<number | null> {
  try {
    return (await people.wallet()).taler;
  } catch {
    return null;
  }
}

/** Whether a member of a room has no account; one may have come since they entered. */
export async function isGuest({ player, name }: RoomMember): Promise<boolean> {
  if (name === '') return false;
  try {
    return (await people.profile(player)).player.is_guest;
  } catch {
    return true;
  }
}
