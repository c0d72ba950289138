// How a finished game of two at one device is told in a list.

import { hotseat } from '../i18n/hotseat.svelte';
import type { GameSummary } from '../protocol/generated';
import { namesAt } from './names.svelte';

/** Who has won, by the name at the table; without a winner, whether it was played to a draw. */
export function resultHere({ game, terms, winner, reason }: GameSummary): string {
  const t = hotseat.t.list;
  if (winner !== null) return t.won(namesAt(game, terms)[winner]);
  return reason === 'left' || reason === 'brake' ? t.stopped : t.drawn;
}
