// When a game of Mühle ends, and for whom; the first rule that applies counts.

import { BOARDS, count, indices } from './board';
import { freePoints, isPlaced, mayFly, other, type MillsState, type Outcome } from './state';

const FEWEST_STONES = 3;

/** The outcome after a complete turn, or null while the game goes on. */
export function judge(state: MillsState): Outcome | null {
  return (isPlaced(state) ? ended(state) : null) ?? drawn(state);
}

function ended(state: MillsState): Outcome | null {
  const mover = other(state.seat);
  for (const loser of [state.seat, mover]) {
    if (count(state.stones[loser]) < FEWEST_STONES) {
      return { winner: other(loser), reason: 'stones' };
    }
  }
  if (freePoints(state) === 0 && state.options.full_board_draw) {
    return { winner: null, reason: 'full_board' };
  }
  return canMove(state) ? null : { winner: mover, reason: 'blocked' };
}

function canMove(state: MillsState): boolean {
  const free = freePoints(state);
  if (free !== 0 && mayFly(state)) return true;
  const { neighbours } = BOARDS[state.options.board];
  return indices(state.stones[state.seat]).some((point) => (neighbours[point] & free) !== 0);
}

function drawn(state: MillsState): Outcome | null {
  const { repetition, no_mill_limit, no_capture_limit } = state.options;
  const limits: [string, number, number | null][] = [
    ['repetition', state.repeated, repetition],
    ['no_mill', state.sinceMill, no_mill_limit === null ? null : 2 * no_mill_limit],
    ['no_capture', state.sinceCapture, no_capture_limit],
  ];
  const hit = limits.find(([, counted, limit]) => limit !== null && counted >= limit);
  return hit ? { winner: null, reason: hit[0] } : null;
}
