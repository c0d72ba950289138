// Stones on points, for showing only: positions, and what a turn changes. Nothing judges legality.

import { BOARDS, POINTS } from '../rules/mills';
import { GuideError } from './tree';

export type StonesGame = 'mills' | 'three' | 'dara' | 'tictactoe';
export type Seat = 0 | 1;

export interface Stones {
  /** Whose stone stands on each taken point. */
  on: ReadonlyMap<string, Seat>;
  /** Stones still in hand, white's and black's; null where there are no hands. */
  hands: readonly [number, number] | null;
  seat: Seat;
}

/** A turn in its parts: `a7`, `d6-b6`, `d6-b6xg1`. */
export interface Turn {
  from: string | null;
  to: string;
  takes: string | null;
}

const HANDS: Record<StonesGame, number | null> = { mills: 9, three: 3, dara: 12, tictactoe: null };
const TURN = /^(?:(?<from>[a-g][1-7])-)?(?<to>[a-g][1-7])(?:x(?<takes>[a-g][1-7]))?$/;
const POSITION =
  /^W:(?<white>\S*) B:(?<black>\S*)(?: H:(?<own>\d+),(?<other>\d+))? T:(?<turn>white|black)$/;

/** The empty board of a game before its first turn. */
export function startOf(game: StonesGame, variant: string): Stones {
  const each = variant === 'battlemills-12' ? BOARDS.twelve.stones : HANDS[game];
  return { on: new Map(), hands: each === null ? null : [each, each], seat: 0 };
}

/** Reads a position text; throws GuideError. */
export function readStones(text: string): Stones {
  const { white, black, own, other, turn } = POSITION.exec(text)?.groups ?? {};
  if (turn === undefined) throw new GuideError(`no position: ${text}`);
  const on = new Map<string, Seat>([...placed(white, 0), ...placed(black, 1)]);
  const hands = own ? ([Number(own), Number(other)] as const) : null;
  return { on, hands, seat: turn === 'white' ? 0 : 1 };
}

function placed(points: string, seat: Seat): [string, Seat][] {
  return points ? points.split(',').map((point) => [point, seat]) : [];
}

/** Reads a turn; throws GuideError. */
export function readTurn(text: string): Turn {
  const { from, to, takes } = TURN.exec(text)?.groups ?? {};
  if (!to) throw new GuideError(`no turn: ${text}`);
  return { from: from ?? null, to, takes: takes ?? null };
}

/** The position after a turn. */
export function after(stones: Stones, turn: Turn): Stones {
  const { seat, hands } = stones;
  const on = new Map(stones.on);
  if (turn.from) on.delete(turn.from);
  if (turn.takes) on.delete(turn.takes);
  on.set(turn.to, seat);
  const isPlaced = turn.from === null;
  const left = (of: Seat, count: number): number => (isPlaced && of === seat ? count - 1 : count);
  return {
    on,
    hands: hands && [left(0, hands[0]), left(1, hands[1])],
    seat: seat === 0 ? 1 : 0,
  };
}

/** The lines through a point that the same side's stones fill: mills, rows of three, lines. */
export function filled(game: StonesGame, variant: string, stones: Stones, point: string): Line[] {
  const owner = stones.on.get(point);
  return linesOf(game, variant).filter(
    (line) => line.includes(point) && line.every((one) => stones.on.get(one) === owner),
  );
}

export type Line = readonly [string, string, string];

const LITTLE: readonly Line[] = [
  ...['1', '2', '3'].map((row) => [`a${row}`, `b${row}`, `c${row}`] as const),
  ...['a', 'b', 'c'].map((column) => [`${column}1`, `${column}2`, `${column}3`] as const),
  ['a1', 'b2', 'c3'],
  ['a3', 'b2', 'c1'],
];

/** Lines of three that mean something in a game. */
export function linesOf(game: StonesGame, variant: string): readonly Line[] {
  if (game === 'three' || game === 'tictactoe') return LITTLE;
  if (game === 'dara') return rowsOfThree();
  const { lines } = BOARDS[variant === 'battlemills-12' ? 'twelve' : 'nine'];
  return lines.map(([one, two, three]) => [POINTS[one], POINTS[two], POINTS[three]] as const);
}

function rowsOfThree(): Line[] {
  const [columns, rows] = ['abcdef', '12345'];
  const found: Line[] = [];
  for (const [x, column] of [...columns].entries()) {
    for (const [y, row] of [...rows].entries()) {
      if (x + 2 < columns.length) {
        found.push([`${column}${row}`, `${columns[x + 1]}${row}`, `${columns[x + 2]}${row}`]);
      }
      if (y + 2 < rows.length) {
        found.push([`${column}${row}`, `${column}${rows[y + 1]}`, `${column}${rows[y + 2]}`]);
      }
    }
  }
  return found;
}
