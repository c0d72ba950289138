// What is known of a game: terms, seats, every position, the offer, the end.

import type { Viewer } from '../hanse/view';
import type { ClockReading, GameTerms, SeatInfo } from '../protocol/generated';
import type { Seat } from '../rules/state';
import type { AnyState, Course } from './course';

/** One position of the game; the first is the empty board, or the first deal. */
export interface Moment<S = AnyState> {
  version: number;
  state: S;
  /** Null at the start, and where cards were dealt. */
  turn: string | null;
  /** Who played that turn. */
  seat: Seat | null;
  /** Who is to act. */
  toMove: Seat | null;
  clock: ClockReading;
  atMs: number;
}

/** A draw offer, or a request to take turns back; its event's version is its name. */
export interface Offer {
  version: number;
  seat: Seat;
}

export interface End {
  winner: Seat | null;
  reason: string;
  atMs: number;
}

/** What both sides' clocks said at some instant of the server's. */
export interface ClockState {
  remaining_ms: [number, number];
  running: number | null;
  sinceMs: number;
}

/** Both clocks stand until that instant; null: until somebody goes on. */
export interface Pause {
  /** The version of its beginning is its name. */
  version: number;
  untilMs: number | null;
  sinceMs: number;
}

export interface Timeline<S = AnyState> {
  version: number;
  /** The version of the last turn, undo or deal: a turn names it. */
  position: number;
  course: Course<S>;
  /** Whose eyes have seen it so. */
  viewer: Viewer;
  terms: GameTerms;
  seats: [SeatInfo, SeatInfo];
  startedAtMs: number;
  /** Where the two agreed on this game, and may agree on the next. */
  room: string | null;
  moments: readonly Moment<S>[];
  clock: ClockState;
  offer: Offer | null;
  /** The last offer that was declined, until the next turn. */
  declined: Offer | null;
  /** For each seat the position at which it last offered a draw; 0: never. */
  offeredAt: readonly [number, number];
  /** One side's request to take its last turn back, which waits for an answer. */
  ask: Offer | null;
  /** The last request that was declined, until the next turn. */
  askDeclined: Offer | null;
  /** For each seat the position at which it last asked to take a turn back; 0: never. */
  askedAt: readonly [number, number];
  /** Who has just taken turns back, until the next turn. */
  tookBack: Offer | null;
  /** For each seat whether it has taken turns back. */
  hasTakenBack: readonly [boolean, boolean];
  /** Between two rounds. */
  pause: Pause | null;
  /** How long the pauses were that are over. */
  pausedMs: number;
  /** Whose cards lie open to who sits at this device; null behind the curtain. */
  unveiled: Seat | null;
  /** For each time that something was shuffled the SHA-256 of what came of it. */
  promises: readonly string[];
  /** After the end: what had been promised. */
  secrets: readonly unknown[];
  end: End | null;
}

/** The newest position. */
export function latest<S>({ moments }: Timeline<S>): Moment<S> {
  return moments[moments.length - 1];
}

/** The turns that can be taken back: those since the start, or since the last deal. */
export function open<S>({ moments }: Timeline<S>): readonly Moment<S>[] {
  return moments.slice(moments.findLastIndex(({ turn }) => turn === null) + 1);
}

/** How many turns have been played. */
export function plies({ moments }: Timeline): number {
  return moments.filter(({ turn }) => turn !== null).length;
}
