// Why two people can't play for rating: both need an account.

import type { Player, RoomMember } from '../protocol/generated';

/** Who lacks an account. */
export type Obstacle = { who: 'you' } | { who: 'them'; member: RoomMember };

/** `them`: the other one, if known to be a guest. Who has yet to come in is a guest at first. */
export function obstacleOf(me: Player | null, them: RoomMember | null): Obstacle | null {
  if (me?.is_guest ?? true) return { who: 'you' };
  return them && { who: 'them', member: them };
}
