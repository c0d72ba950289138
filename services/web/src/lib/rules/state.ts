// The state of a game of Mühle, and what can be read off it at once.

import { ALL_POINTS, BOARDS, count, type Board } from './board';
import type { MillsOptions } from './options';

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
export interface MillsState {
  options: MillsOptions;
  stones: Pair;
  hands: Pair;
  seat: Seat;
  ply: number;
  last: string | null;
  sinceMill: number;
  sinceCapture: number;
  repeated: number;
  seen: Seen | null;
  outcome: Outcome | null;
}

const FLYING_STONES = 3;

export function other(seat: Seat): Seat {
  return seat === 0 ? 1 : 0;
}

export function boardOf(state: MillsState): Board {
  return BOARDS[state.options.board];
}

/** All points without a stone. */
export function freePoints(state: MillsState): number {
  return ALL_POINTS & ~(state.stones[0] | state.stones[1]);
}

/** Whether the last stones have left both hands. */
export function isPlaced(state: MillsState): boolean {
  return state.hands[0] === 0 && state.hands[1] === 0;
}

/** Whether a side may go to any free point: hands empty, just three stones, and allowed. */
export function mayFly(state: MillsState, seat: Seat = state.seat): boolean {
  return state.options.flying && isPlaced(state) && count(state.stones[seat]) === FLYING_STONES;
}
