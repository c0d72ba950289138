// Ends that several games share.

import { count, fillsOne } from './board';
import { freePoints, other, type Outcome, type Seat, type StonesState } from './state';

const FEWEST_STONES = 3;

/** Whoever is down to two stones has lost; the side to act is looked at first. */
export function tooFew(state: StonesState): Outcome | null {
  for (const loser of [state.seat, other(state.seat)]) {
    if (count(state.stones[loser]) < FEWEST_STONES) {
      return { winner: other(loser), reason: 'stones' };
    }
  }
  return null;
}

/** Whoever has filled a line has won. */
export function linedUp({ board, stones }: StonesState): Outcome | null {
  const winner = ([0, 1] as Seat[]).find((seat) => fillsOne(board.rows, stones[seat]));
  return winner === undefined ? null : { winner, reason: 'line' };
}

export function fullBoard(state: StonesState): Outcome | null {
  return freePoints(state) === 0 ? { winner: null, reason: 'full_board' } : null;
}

/** The side to act has no turn. */
export function blocked(state: StonesState): Outcome {
  return { winner: other(state.seat), reason: 'blocked' };
}

/** The draws that are counted, in the order in which they are looked at. */
export function drawn(state: StonesState): Outcome | null {
  const { repetition, no_mill_limit, no_capture_limit, no_progress_limit } = state.options;
  const limits: [string, number, number | null][] = [
    ['repetition', state.repeated, repetition],
    ['no_mill', state.sinceRow, no_mill_limit === null ? null : 2 * no_mill_limit],
    ['no_capture', state.sinceFinal, no_capture_limit],
    ['no_progress', state.sinceFinal, no_progress_limit],
  ];
  const hit = limits.find(([, counted, limit]) => limit !== null && counted >= limit);
  return hit ? { winner: null, reason: hit[0] } : null;
}
