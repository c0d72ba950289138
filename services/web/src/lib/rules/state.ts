// The state of a game of stones, and what can be read off it at once.

import { count, type Board } from './board';
import type { Law, Options } from './law';

export type Seat = 0 | 1;
export type Pair = readonly [number, number];
export type Phase = 'placing' | 'moving' | 'flying';

/** `winner` null is a draw; `reason` is a stable name. */
export interface Outcome {
  winner: Seat | null;
  reason: string;
}

/** A chain of position keys since the last turn that the board can't take back. */
interface Seen {
  key: string;
  before: Seen | null;
}

/** Everything about a game. Stones are bit sets; stones and hands are ordered by seat. */
export interface StonesState {
  law: Law;
  board: Board;
  options: Options;
  stones: Pair;
  hands: Pair;
  seat: Seat;
  ply: number;
  last: string | null;
  /** Turns in a row that filled no row. */
  sinceRow: number;
  /** Turns in a row without a placement or a capture. */
  sinceFinal: number;
  repeated: number;
  seen: Seen | null;
  outcome: Outcome | null;
}

const FLYING_STONES = 3;

export function other(seat: Seat): Seat {
  return seat === 0 ? 1 : 0;
}

/** All points without a stone. */
export function freePoints(state: StonesState): number {
  return state.board.all & ~(state.stones[0] | state.stones[1]);
}

/** Whether the last stones have left both hands; never where there are no hands. */
export function isPlaced({ board, hands }: StonesState): boolean {
  return board.hasHands && hands[0] === 0 && hands[1] === 0;
}

/** Whether the side to act has a stone to place. */
export function hasStone({ board, hands, seat }: StonesState): boolean {
  return !board.hasHands || hands[seat] > 0;
}

/** Whether a side may go to any free point: hands empty, just three stones, and allowed. */
export function mayFly(state: StonesState, seat: Seat = state.seat): boolean {
  return state.options.flying && isPlaced(state) && count(state.stones[seat]) === FLYING_STONES;
}

/** A side's stones after a placement or move. */
export function moved(own: number, source: number | null, target: number): number {
  return (source === null ? own : own & ~(1 << source)) | (1 << target);
}
