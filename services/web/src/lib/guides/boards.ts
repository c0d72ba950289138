// Where points and lines of each game's board are drawn, with names of columns and rows beside them.

import type { Place } from '../game/geometry';
import { POINTS } from '../rules/mills';
import { linesOf, type StonesGame } from './stones';

export interface Stroke {
  from: Place;
  to: Place;
}

export interface Drawn {
  width: number;
  height: number;
  points: readonly string[];
  strokes: readonly Stroke[];
  /** Whether stones stand in squares and not on points. */
  hasSquares: boolean;
  columns: readonly string[];
  rows: readonly string[];
}

const CELL = 100;
/** Room for the names of the rows on the left and of the columns below; less on the other sides. */
export const NAMES = 52;
const RIM = 16;

const COLUMNS: Record<StonesGame, string> = {
  mills: 'abcdefg',
  three: 'abc',
  dara: 'abcdef',
  tictactoe: 'abc',
};
const ROWS: Record<StonesGame, string> = {
  mills: '1234567',
  three: '123',
  dara: '12345',
  tictactoe: '123',
};

/** The board of a game, as it is drawn. */
export function boardOf(game: StonesGame, variant: string): Drawn {
  const columns = [...COLUMNS[game]];
  const rows = [...ROWS[game]];
  const hasSquares = game === 'dara' || game === 'tictactoe';
  const points = rows.flatMap((row) => columns.map((column) => column + row));
  return {
    width: NAMES + columns.length * CELL + RIM,
    height: RIM + rows.length * CELL + NAMES,
    points: game === 'mills' ? POINTS : points,
    strokes: hasSquares
      ? grid(columns.length, rows.length, game === 'dara')
      : linesOf(game, variant).map(([from, , to]) => ({
          from: placeOf(from, rows.length),
          to: placeOf(to, rows.length),
        })),
    hasSquares,
    columns,
    rows,
  };
}

/** The middle of a point or square, on a board of so many rows. */
export function placeOf(point: string, rows: number): Place {
  const column = point.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = Number(point.slice(1)) - 1;
  return { x: NAMES + (column + 0.5) * CELL, y: RIM + (rows - row - 0.5) * CELL };
}

function grid(columns: number, rows: number, hasEdge: boolean): Stroke[] {
  const inner = (count: number): number[] =>
    Array.from({ length: count + 1 }, (_, at) => at).slice(...(hasEdge ? [0] : [1, -1]));
  const [right, low] = [NAMES + columns * CELL, RIM + rows * CELL];
  return [
    ...inner(columns).map((at) => upright(NAMES + at * CELL, RIM, low)),
    ...inner(rows).map((at) => level(RIM + at * CELL, NAMES, right)),
  ];
}

function upright(x: number, high: number, low: number): Stroke {
  return { from: { x, y: high }, to: { x, y: low } };
}

function level(y: number, left: number, right: number): Stroke {
  return { from: { x: left, y }, to: { x: right, y } };
}
