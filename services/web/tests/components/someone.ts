// Somebody with an account, and games that run, in tests of pages about people.

import type { GameSummary, Player } from '../../src/lib/protocol/generated';
import { BLACK, GAME, terms, WHITE } from '../double';
import type { Visit } from './app';

export const ACCOUNT: Player = {
  id: WHITE.player,
  name: 'Käthe',
  is_guest: false,
  role: 'player',
};
export const PASSWORD = 'Sieben Reiher im Nebel';
export const ME = { player: ACCOUNT, running: [] };

/** The server says who this is, and what runs. */
export async function welcome(
  { say }: Visit,
  player: Player | null,
  running: GameSummary[] = [],
): Promise<void> {
  const now_ms = Date.now();
  await say({ t: 'welcome', player, now_ms, ping_every_ms: 4000, running });
}

export function summary(opponent: typeof BLACK, game = GAME): GameSummary {
  const seats: [typeof WHITE, typeof BLACK] = [WHITE, opponent];
  const rest = { ended_at_ms: null, winner: null, reason: null, plies: 3 };
  return { game, terms: terms(), seats, started_at_ms: 1, ...rest };
}
