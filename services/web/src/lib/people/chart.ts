// The line of a rating history, in units of its drawing.

export const WIDTH = 600;
export const HEIGHT = 180;
const EDGE = 10;
/** A flat line is not blown up to the whole height. */
const LEAST_SPAN = 40;

export interface Dot {
  x: number;
  y: number;
  elo: number;
}

export interface Chart {
  dots: Dot[];
  low: number;
  high: number;
}

/** One dot for each value, from left to right, higher ones further up. */
export function chartOf(values: readonly number[]): Chart {
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const span = Math.max(Math.max(...values) - Math.min(...values), LEAST_SPAN);
  const low = middle - span / 2;
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const dots = values.map((elo, at) => ({
    x: EDGE + at * step,
    y: HEIGHT - EDGE - ((elo - low) / span) * (HEIGHT - 2 * EDGE),
    elo,
  }));
  return { dots, low: Math.round(low), high: Math.round(low + span) };
}
