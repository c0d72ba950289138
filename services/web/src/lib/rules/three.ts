// Three Men's Morris and tic-tac-toe, on the same nine points. Follow `libs/rules/three` and
// `libs/rules/tictactoe`.

import { gridPoints, gridRuns, makeBoard } from './board';
import { NO_OPTIONS, type Law } from './law';
import { blocked, fullBoard, linedUp } from './outcome';
import { canAct } from './reach';
import { isPlaced } from './state';

const COLUMNS = 'abc';
const RANKS = '123';
const NINE_POINTS = gridPoints(COLUMNS, RANKS);
const LINES = [...gridRuns(COLUMNS, RANKS, 3), ['a1', 'b2', 'c3'], ['a3', 'b2', 'c1']];
const BOARD = makeBoard(NINE_POINTS, LINES, 3);
const SQUARES = makeBoard(NINE_POINTS, LINES, 9, false);

export const THREE: Law = {
  key: 'three',
  variants: { 'little-table': { ...NO_OPTIONS, no_progress_limit: 120, repetition: 3 } },
  plain: 'little-table',
  switches: [],
  takes: false,
  boardOf: () => BOARD,
  barred: null,
  ended: (state) => linedUp(state) ?? (isPlaced(state) && !canAct(state) ? blocked(state) : null),
};

export const TICTACTOE: Law = {
  key: 'tictactoe',
  variants: { 'little-table': NO_OPTIONS },
  plain: 'little-table',
  switches: [],
  takes: false,
  boardOf: () => SQUARES,
  barred: null,
  ended: (state) => linedUp(state) ?? fullBoard(state),
};
