// The HTTP API of challenges, open offers, quick games and the mailbox.

import { ask } from '../api';
import type { Mailbox, RoomTerms, RoomView } from '../protocol/generated';

export const offers = {
  challenge: (id: string, player: string, terms: RoomTerms) =>
    ask<RoomView>('POST', '/api/challenges', { id, player, terms }),
  seek: (id: string, terms: RoomTerms) => ask<RoomView>('POST', '/api/seeks', { id, terms }),
  quick: (id: string, terms: RoomTerms, apartFrom: readonly string[]) =>
    ask<RoomView>('POST', '/api/quick-game', { id, terms, apart_from: apartFrom }),
  invitations: () => ask<Mailbox>('GET', '/api/invitations'),
};
