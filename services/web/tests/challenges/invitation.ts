// Invitations and rooms of challenges in tests.

import type { InvitationView, RoomTerms, RoomView } from '../../src/lib/protocol/generated';
import { BLACK, ROOM, terms, WHITE } from '../double';

export const OTHER_ROOM = '01-cccccccc';
export const THIRD = { player: '02-third', name: 'Leise Unke' };
export const TERMS: RoomTerms = { game: terms(), first: 'random' };

/** A challenge of black to white, who is at this browser; a minute from now it is over. */
export function got(part: Partial<InvitationView> = {}): InvitationView {
  const now = Date.now();
  const letter = { is_mail: false, is_read: false, reason: null, state: 'open' as const };
  const times = { at_ms: now, expires_at_ms: now + 60_000 };
  return {
    room: ROOM,
    sender: BLACK,
    to: WHITE.player,
    terms: TERMS,
    ...times,
    ...letter,
    ...part,
  };
}

/** A challenge of white, who is at this browser, to black. */
export function sent(part: Partial<InvitationView> = {}): InvitationView {
  return got({ sender: WHITE, to: BLACK.player, ...part });
}

/** The room in which white waits for black. */
export function challengeRoom(part: Partial<RoomView> = {}): RoomView {
  const view = { room: ROOM, version: 1, host: WHITE, guest: null, terms: TERMS };
  const rest = { agreed: [WHITE.player], state: 'open' as const, game_id: null, rematch: [] };
  const more = { refused: null, declined: null, closed: null, invited: BLACK.player };
  const until = { kind: 'challenge' as const, expires_at_ms: Date.now() + 60_000 };
  return { ...view, ...rest, ...more, ...until, ...part };
}

/** Once white's offer stands openly. */
export function seekRoom(part: Partial<RoomView> = {}): RoomView {
  return challengeRoom({ kind: 'seek', invited: null, ...part });
}
