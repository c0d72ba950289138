// Mühle: two boards, four variants. Follows `libs/rules/mills`.

import { makeBoard, type Board } from './board';
import { NO_OPTIONS, type Law, type Options } from './law';
import { blocked, fullBoard, tooFew } from './outcome';
import { canAct } from './reach';
import { isPlaced } from './state';

const ACROSS = ['a7 d7 g7', 'b6 d6 f6', 'c5 d5 e5', 'a4 b4 c4', 'e4 f4 g4'];
const ACROSS_LOW = ['c3 d3 e3', 'b2 d2 f2', 'a1 d1 g1'];
const UPWARD_LEFT = ['a1 a4 a7', 'b2 b4 b6', 'c3 c4 c5', 'd1 d2 d3', 'd5 d6 d7'];
const UPWARD_RIGHT = ['e3 e4 e5', 'f2 f4 f6', 'g1 g4 g7'];
const DIAGONALS = ['a1 b2 c3', 'a7 b6 c5', 'g1 f2 e3', 'g7 f6 e5'];
const ORTHOGONALS = [...ACROSS, ...ACROSS_LOW, ...UPWARD_LEFT, ...UPWARD_RIGHT];

export const POINTS: readonly string[] =
  'a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7'.split(' ');

const split = (texts: readonly string[]): string[][] => texts.map((text) => text.split(' '));

export const BOARDS: Readonly<Record<'nine' | 'twelve', Board>> = {
  nine: makeBoard(POINTS, split(ORTHOGONALS), 9),
  twelve: makeBoard(POINTS, split([...ORTHOGONALS, ...DIAGONALS]), 12),
};

const BATTLEMILLS: Options = {
  ...NO_OPTIONS,
  board: 'nine',
  flying: true,
  mill_protection: true,
  no_mill_limit: 25,
  repetition: 3,
  full_board_draw: true,
};

const WITHOUT_DRAWS: Options = {
  ...BATTLEMILLS,
  no_mill_limit: null,
  repetition: null,
  full_board_draw: false,
};

export const MILLS: Law = {
  key: 'mills',
  variants: {
    'battlemills-9': BATTLEMILLS,
    'battlemills-12': { ...BATTLEMILLS, board: 'twelve' },
    yucata: WITHOUT_DRAWS,
    'little-table': { ...WITHOUT_DRAWS, no_capture_limit: 100, repetition: 3 },
  },
  plain: 'yucata',
  switches: ['flying', 'mill_protection'],
  takes: true,
  boardOf: ({ board }) => BOARDS[board ?? 'nine'],
  barred: null,
  ended: (state) => {
    if (!isPlaced(state)) return null;
    const full = state.options.full_board_draw ? fullBoard(state) : null;
    return tooFew(state) ?? full ?? (canAct(state) ? null : blocked(state));
  },
};
