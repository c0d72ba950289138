// A game against the computer and this device's tally: noted while it runs, counted at its end.

import type { Table } from '../game/table.svelte';
import type { Timeline } from '../game/timeline';
import { playKey } from '../games';
import type { Seat } from '../rules/state';
import { tally, type Result } from './tally.svelte';

/** Looks at the table as it is now; call it whenever the game has changed. */
export function keepTally({ timeline, computer, seat, game }: Table): void {
  if (!timeline || computer === null || seat === null) return;
  if (!timeline.end) tally.note(game);
  noteHelp(timeline, seat, game);
  const played = playKey(timeline.terms.game);
  const result = resultOf(timeline, seat);
  if (played && result) tally.count(game, played, computer, result);
}

function noteHelp({ hasTakenBack }: Timeline, seat: Seat, game: string): void {
  if (hasTakenBack[seat] && !tally.isSpoiled(game)) tally.spoil(game);
}

/** Who has not played a turn has lost nothing. */
function resultOf({ end, moments }: Timeline, seat: Seat): Result | null {
  if (!end || !moments.some((moment) => moment.seat === seat)) return null;
  if (end.winner === null) return 'drawn';
  return end.winner === seat ? 'won' : 'lost';
}
