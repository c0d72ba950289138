// Where the points of each game lie on the drawn board, and which one lies in a direction from another.

import { GAMES } from '../rules/games';
import type { Board } from '../rules/board';
import type { GameKey } from '../rules/law';

export interface Place {
  x: number;
  y: number;
}

export interface Stroke {
  from: Place;
  to: Place;
}

/** How a game's board is drawn. */
export interface Shape {
  points: readonly string[];
  columns: string;
  ranks: number;
  /** From one column or rank to the next. */
  cell: number;
  /** From the rim to the middle of the first column or rank. */
  margin: number;
  /** A stone's radius. */
  stone: number;
  /** The radius of a dot where a stone may go. */
  dot: number;
  width: number;
  height: number;
  /** Stones stand on points and lines, in the hollows of squares, or marks are drawn in squares. */
  kind: 'lines' | 'hollows' | 'squares';
}

/** The stones of Mühle and of the guides. */
export const STONE = 36;

type Drawn = Pick<Shape, 'columns' | 'ranks' | 'cell' | 'margin' | 'stone' | 'dot' | 'kind'>;

function shape(game: GameKey, drawn: Drawn): Shape {
  const { variants, plain, boardOf } = GAMES[game];
  const length = (count: number): number => 2 * drawn.margin + (count - 1) * drawn.cell;
  const size = { width: length(drawn.columns.length), height: length(drawn.ranks) };
  return { ...drawn, ...size, points: boardOf(variants[plain]).points };
}

const SEVEN = { columns: 'abcdefg', ranks: 7, cell: 100, margin: 46, stone: STONE, dot: 17 };
const THREE = { columns: 'abc', ranks: 3, dot: 17 };
const DARA = { columns: 'abcdef', ranks: 5, cell: 110, margin: 67, stone: 38, dot: 11 };

export const SHAPES: Readonly<Record<GameKey, Shape>> = {
  mills: shape('mills', { ...SEVEN, kind: 'lines' }),
  three: shape('three', { ...THREE, cell: 190, margin: 86, stone: 54, kind: 'lines' }),
  dara: shape('dara', { ...DARA, kind: 'hollows' }),
  tictactoe: shape('tictactoe', { ...THREE, cell: 176, margin: 100, stone: 52, kind: 'squares' }),
};

/** The middle of a point; turned by half a circle when the board is flipped. */
export function placeOf(shape: Shape, point: number, isFlipped = false): Place {
  const column = shape.columns.indexOf(shape.points[point][0]);
  const rank = Number(shape.points[point][1]) - 1;
  const [across, down] = isFlipped
    ? [shape.columns.length - 1 - column, rank]
    : [column, shape.ranks - 1 - rank];
  return { x: shape.margin + across * shape.cell, y: shape.margin + down * shape.cell };
}

/** What is drawn as lines: those of the game, or the borders of squares. */
export function strokesOf(shape: Shape, board: Board): Stroke[] {
  if (shape.kind === 'lines') {
    return board.lines.map(([first, , last]) => ({
      from: placeOf(shape, first),
      to: placeOf(shape, last),
    }));
  }
  const { margin, cell, width, height, columns, ranks } = shape;
  const rim = margin - cell / 2;
  const isFramed = shape.kind === 'hollows';
  return [
    ...borders(columns.length, isFramed).map((at) => ({
      from: { x: rim + at * cell, y: rim },
      to: { x: rim + at * cell, y: height - rim },
    })),
    ...borders(ranks, isFramed).map((at) => ({
      from: { x: rim, y: rim + at * cell },
      to: { x: width - rim, y: rim + at * cell },
    })),
  ];
}

function borders(cells: number, isFramed: boolean): number[] {
  const all = Array.from({ length: cells + 1 }, (_, at) => at);
  return isFramed ? all : all.slice(1, -1);
}

/** Where a point's name stands, and whether it begins there or ends. */
export interface NamePlace extends Place {
  anchor: 'start' | 'end';
}

/** A point's name stands clear of stones, lines and filled rows. */
export function nameOf(shape: Shape, { x, y }: Place): NamePlace {
  const { kind, cell, stone, margin, width, height } = shape;
  if (kind !== 'lines') return { x: x - cell / 2 + 7, y: y + cell / 2 - 8, anchor: 'start' };
  if (y < height - margin) return { x: x + 15, y: y + stone + 20, anchor: 'start' };
  const aside = stone + 9;
  return x < width - margin
    ? { x: x + aside, y: y - 14, anchor: 'start' }
    : { x: x - aside, y: y - 14, anchor: 'end' };
}

/** The point nearest to a place on the board, if the place is close to one. */
export function nearest(shape: Shape, place: Place, isFlipped: boolean): number | null {
  const distances = shape.points.map((_, point) =>
    distance(placeOf(shape, point, isFlipped), place),
  );
  const least = Math.min(...distances);
  return least <= shape.cell / 2 ? distances.indexOf(least) : null;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const VECTORS: Record<Direction, Place> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** The next point that way: straight ahead before aside, near before far; null at the rim. */
export function neighbourIn(
  shape: Shape,
  point: number,
  direction: Direction,
  isFlipped: boolean,
): number | null {
  const from = placeOf(shape, point, isFlipped);
  const way = VECTORS[direction];
  let best: { point: number; cost: number } | null = null;
  for (let to = 0; to < shape.points.length; to += 1) {
    const place = placeOf(shape, to, isFlipped);
    const ahead = (place.x - from.x) * way.x + (place.y - from.y) * way.y;
    const aside = Math.abs((place.x - from.x) * way.y) + Math.abs((place.y - from.y) * way.x);
    const cost = ahead + aside * 3;
    if (ahead > 0 && (!best || cost < best.cost)) best = { point: to, cost };
  }
  return best?.point ?? null;
}

function distance(one: Place, two: Place): number {
  return Math.hypot(one.x - two.x, one.y - two.y);
}
