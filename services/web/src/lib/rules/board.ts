// Boards of stones: points, neighbours and lines of three as bit sets, bit i for point i.

export type Line = readonly [first: number, middle: number, last: number];

/** One board. `partners[p]`: for each line through p, the other two points. */
export interface Board {
  /** Names of all points, sorted; a bit's number is an index into this. */
  points: readonly string[];
  /** All points as a set. */
  all: number;
  /** How many stones a side has. */
  stones: number;
  /** Whether stones wait in a hand; else a side simply marks points. */
  hasHands: boolean;
  /** The lines of three points, each in order, that mean something in the game. */
  lines: readonly Line[];
  /** The same lines as sets. */
  rows: readonly number[];
  neighbours: readonly number[];
  partners: readonly (readonly number[])[];
}

/** A board of these points and lines; neighbours are those next to each other on a line. */
export function makeBoard(
  points: readonly string[],
  named: readonly (readonly string[])[],
  stones: number,
  hasHands = true,
): Board {
  const lines = named.map((names) => {
    const [first, middle, last] = names.map((name) => points.indexOf(name));
    return [first, middle, last] as const;
  });
  const neighbours = points.map(() => 0);
  for (const [first, middle, last] of lines) {
    neighbours[first] |= 1 << middle;
    neighbours[middle] |= (1 << first) | (1 << last);
    neighbours[last] |= 1 << middle;
  }
  const rows = lines.map(bitsOf);
  const all = 2 ** points.length - 1;
  const partners = partnersOf(points.length, rows);
  return { points, all, stones, hasHands, lines, rows, neighbours, partners };
}

/** The points of a grid, sorted by name. */
export function gridPoints(columns: string, ranks: string): string[] {
  return [...columns].flatMap((column) => [...ranks].map((rank) => column + rank));
}

/** All straight runs of so many points along the columns and ranks of a grid. */
export function gridRuns(columns: string, ranks: string, length: number): string[][] {
  const upward = [...columns].map((column) => [...ranks].map((rank) => column + rank));
  const across = [...ranks].map((rank) => [...columns].map((column) => column + rank));
  return [...upward, ...across].flatMap((line) =>
    line.slice(length - 1).map((_, start) => line.slice(start, start + length)),
  );
}

/** For each point the rows through it, each without the point itself. */
export function partnersOf(points: number, rows: readonly number[]): number[][] {
  return Array.from({ length: points }, (_, point) =>
    rows.filter((row) => (row >> point) & 1).map((row) => row ^ (1 << point)),
  );
}

/** The set of these points. */
export function bitsOf(points: readonly number[]): number {
  return points.reduce((bits, point) => bits | (1 << point), 0);
}

/** The numbers of the set bits, lowest first. */
export function indices(bits: number): number[] {
  const found: number[] = [];
  for (let left = bits; left !== 0; left &= left - 1) found.push(lowest(left));
  return found;
}

/** How many bits are set. */
export function count(bits: number): number {
  let found = 0;
  for (let left = bits; left !== 0; left &= left - 1) found += 1;
  return found;
}

/** Whether the stones `own` fill all of one of these sets. */
export function fillsOne(sets: readonly number[], own: number): boolean {
  for (const set of sets) if ((own & set) === set) return true;
  return false;
}

/** All stones of `own` that stand in a full line. */
export function inRows(board: Board, own: number): number {
  let together = 0;
  for (const row of board.rows) if ((own & row) === row) together |= row;
  return together;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
