// Where the points lie on the drawn board, and which one lies in a direction from another.

import { POINTS } from '../rules/board';

export interface Place {
  x: number;
  y: number;
}

export const SIZE = 692;
export const STONE = 36;
export const CELL = 100;
const MARGIN = 46;
const COLUMNS = 'abcdefg';
const LAST = COLUMNS.length - 1;

/** The outermost square. */
export const LINES_BOX = { low: MARGIN, high: MARGIN + LAST * CELL };

/** The middle of a point; turned by half a circle when the board is flipped. */
export function placeOf(point: number, isFlipped = false): Place {
  const column = COLUMNS.indexOf(POINTS[point][0]);
  const row = Number(POINTS[point][1]) - 1;
  const [across, down] = isFlipped ? [LAST - column, row] : [column, LAST - row];
  return { x: MARGIN + across * CELL, y: MARGIN + down * CELL };
}

/** Where a point's name stands, and whether it ends there or begins. */
export interface NamePlace extends Place {
  anchor: 'start' | 'end';
}

/** A point's name stands beside a line, clear of stones, diagonals and other names. */
export function nameOf({ x, y }: Place): NamePlace {
  const isLowest = y >= LINES_BOX.high;
  const isMiddle = x === SIZE / 2;
  if (isLowest && isMiddle) return { x: x - 9, y: y - STONE - 8, anchor: 'end' };
  return { x: x + 9, y: isLowest ? y - STONE - 8 : y + STONE + 20, anchor: 'start' };
}

/** The point nearest to a place on the board, if the place is close to one. */
export function nearest(place: Place, isFlipped: boolean): number | null {
  const distances = POINTS.map((_, point) => distance(placeOf(point, isFlipped), place));
  const least = Math.min(...distances);
  return least <= CELL / 2 ? distances.indexOf(least) : null;
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
  point: number,
  direction: Direction,
  isFlipped: boolean,
): number | null {
  const from = placeOf(point, isFlipped);
  const way = VECTORS[direction];
  let best: { point: number; cost: number } | null = null;
  for (let to = 0; to < POINTS.length; to += 1) {
    const place = placeOf(to, isFlipped);
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
