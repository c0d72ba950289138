// Dara: six by five squares, rows of exactly three. Follows `libs/rules/dara`.

import { bitsOf, fillsOne, gridPoints, gridRuns, makeBoard, partnersOf } from './board';
import { NO_OPTIONS, type Law } from './law';
import { blocked, tooFew } from './outcome';
import { canAct } from './reach';
import { isPlaced, other } from './state';

const COLUMNS = 'abcdef';
const RANKS = '12345';
const SQUARES = gridPoints(COLUMNS, RANKS);
const BOARD = makeBoard(SQUARES, gridRuns(COLUMNS, RANKS, 3), 12);
const FOURS = partnersOf(
  SQUARES.length,
  gridRuns(COLUMNS, RANKS, 4).map((run) => bitsOf(run.map((name) => SQUARES.indexOf(name)))),
);

export const DARA: Law = {
  key: 'dara',
  variants: { 'little-table': { ...NO_OPTIONS, no_progress_limit: 120, repetition: 3 } },
  plain: 'little-table',
  switches: [],
  takes: true,
  boardOf: () => BOARD,
  barred: (state, own, target) => {
    if (!isPlaced(state)) {
      return fillsOne(BOARD.partners[target], own) ? 'row_while_placing' : null;
    }
    return fillsOne(FOURS[target], own) ? 'row_too_long' : null;
  },
  ended: (state) => {
    const few = isPlaced(state) ? tooFew(state) : null;
    if (few) return few;
    // Out of step, with an empty hand while the other still places, one just has no turn.
    const isWaiting = state.hands[other(state.seat)] > 0 && state.hands[state.seat] === 0;
    return isWaiting || canAct(state) ? null : blocked(state);
  },
};
