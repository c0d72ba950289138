// The two boards of Mühle: points, neighbours and mills as bit sets, bit i for point i.

export type BoardName = 'nine' | 'twelve';

/** Names of all 24 points, sorted; a bit's number is an index into this. */
export const POINTS: readonly string[] =
  'a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7'.split(' ');

export const ALL_POINTS = (1 << 24) - 1;

const ACROSS = ['a7 d7 g7', 'b6 d6 f6', 'c5 d5 e5', 'a4 b4 c4', 'e4 f4 g4'];
const ACROSS_LOW = ['c3 d3 e3', 'b2 d2 f2', 'a1 d1 g1'];
const UPWARD_LEFT = ['a1 a4 a7', 'b2 b4 b6', 'c3 c4 c5', 'd1 d2 d3', 'd5 d6 d7'];
const UPWARD_RIGHT = ['e3 e4 e5', 'f2 f4 f6', 'g1 g4 g7'];
const DIAGONALS = ['a1 b2 c3', 'a7 b6 c5', 'g1 f2 e3', 'g7 f6 e5'];
const ORTHOGONALS = [...ACROSS, ...ACROSS_LOW, ...UPWARD_LEFT, ...UPWARD_RIGHT];

/** One board. `partners[p]`: for each mill through p, the other two points. */
export interface Board {
  name: BoardName;
  stones: number;
  /** Each mill as its three points in order: what is drawn as a line. */
  lines: readonly (readonly [number, number, number])[];
  mills: readonly number[];
  neighbours: readonly number[];
  partners: readonly (readonly number[])[];
}

/** The number of a point, or undefined for an unknown name. */
export function pointOf(name: string): number | undefined {
  const found = POINTS.indexOf(name);
  return found < 0 ? undefined : found;
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

/** Whether a stone on `point` stands in a mill of the stones `own`. */
export function closesMill(board: Board, own: number, point: number): boolean {
  for (const pair of board.partners[point]) if ((own & pair) === pair) return true;
  return false;
}

/** All stones of `own` that stand in a mill. */
export function inMills(board: Board, own: number): number {
  let together = 0;
  for (const mill of board.mills) if ((own & mill) === mill) together |= mill;
  return together;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function make(name: BoardName, texts: readonly string[], stones: number): Board {
  const lines = texts.map((text) => {
    const [first, middle, last] = text.split(' ').map((point) => POINTS.indexOf(point));
    return [first, middle, last] as const;
  });
  const neighbours = POINTS.map(() => 0);
  for (const [first, middle, last] of lines) {
    neighbours[first] |= 1 << middle;
    neighbours[middle] |= (1 << first) | (1 << last);
    neighbours[last] |= 1 << middle;
  }
  const mills = lines.map(([first, middle, last]) => (1 << first) | (1 << middle) | (1 << last));
  const partners = POINTS.map((_, point) =>
    mills.filter((mill) => (mill >> point) & 1).map((mill) => mill ^ (1 << point)),
  );
  return { name, stones, lines, mills, neighbours, partners };
}

export const BOARDS: Readonly<Record<BoardName, Board>> = {
  nine: make('nine', ORTHOGONALS, 9),
  twelve: make('twelve', [...ORTHOGONALS, ...DIAGONALS], 12),
};
