// A game as a fold of its events: terms, seats, every position, the offer, the end.

import type {
  ClockReading,
  GameEnded,
  GameEvent,
  GameStarted,
  GameTerms,
  SeatInfo,
  SeenEvent,
  TurnsTakenBack,
} from '../protocol/generated';
import { gameKey, resolve } from '../rules/games';
import { play, start } from '../rules/play';
import type { Seat, StonesState } from '../rules/state';

/** One position of the game; the first is the empty board. */
export interface Moment {
  version: number;
  state: StonesState;
  turn: string | null;
  /** Who played that turn. */
  seat: Seat | null;
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

export interface Timeline {
  version: number;
  /** The version of the last turn: a turn names it. */
  position: number;
  terms: GameTerms;
  seats: [SeatInfo, SeatInfo];
  startedAtMs: number;
  /** Where the two agreed on this game, and may agree on the next. */
  room: string | null;
  moments: readonly Moment[];
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
  end: End | null;
}

const RULES_VERSION = 1;
const NOTHING_ASKED = { ask: null, askDeclined: null, tookBack: null };

/** The game after these events; null if they don't begin with its start, or its rules are strange. */
export function fold(events: readonly SeenEvent[]): Timeline | null {
  let timeline: Timeline | null = null;
  for (const event of events) timeline = evolve(timeline, event);
  return timeline;
}

/** The game after one more event. Checks neither the version's order nor legality. */
export function evolve(timeline: Timeline | null, seen: SeenEvent): Timeline | null {
  const event = eventOf(seen);
  if (event?.type === 'games.game_started') return started(event, seen);
  if (timeline === null) return null;
  const next = { ...timeline, version: seen.version };
  return event ? { ...next, ...changed(timeline, event, seen) } : next;
}

function eventOf(seen: SeenEvent): GameEvent | null {
  if (!seen.type) return null;
  return { ...(seen.data as object), type: seen.type } as GameEvent;
}

function changed(timeline: Timeline, event: GameEvent, seen: SeenEvent): Partial<Timeline> {
  switch (event.type) {
    case 'games.turn_played':
      return played(timeline, event.turn, event.clock, seen);
    case 'games.turns_taken_back':
      return takenBack(timeline, event, seen);
    case 'games.draw_offered':
      return offered(timeline, event.seat as Seat, seen.version);
    case 'games.draw_declined':
      return { offer: null, declined: timeline.offer };
    case 'games.undo_asked':
      return asked(timeline, event.seat as Seat, seen.version);
    case 'games.undo_declined':
      return { ask: null, askDeclined: timeline.ask };
    case 'games.game_ended':
      return ended(event, seen);
    default:
      return clocked(timeline, event, seen);
  }
}

/** What concerns the clocks alone. */
function clocked(timeline: Timeline, event: GameEvent, seen: SeenEvent): Partial<Timeline> {
  switch (event.type) {
    case 'games.clock_credited':
      return { clock: { ...timeline.clock, sinceMs: event.since_ms } };
    case 'games.pause_began':
    case 'games.pause_over':
      return { clock: clockAt(event.clock, seen.at_ms) };
    default:
      return {};
  }
}

function started(event: GameStarted, seen: SeenEvent): Timeline | null {
  const game = gameKey(event.terms.game);
  // Without the rules of that game there is nothing to show.
  if (!game || event.rules_version !== RULES_VERSION) return null;
  const state = start(game, resolve(game, event.terms.variant, event.terms.options));
  const { version, at_ms: atMs } = seen;
  return {
    version,
    position: version,
    terms: event.terms,
    seats: event.seats,
    startedAtMs: atMs,
    room: event.room,
    moments: [{ version, state, turn: null, seat: null, clock: event.clock, atMs }],
    clock: clockAt(event.clock, atMs),
    offer: null,
    declined: null,
    offeredAt: [0, 0],
    ...NOTHING_ASKED,
    askedAt: [0, 0],
    hasTakenBack: [false, false],
    end: null,
  };
}

function played(
  timeline: Timeline,
  turn: string,
  clock: ClockReading,
  { version, at_ms: atMs }: SeenEvent,
): Partial<Timeline> {
  const before = latest(timeline).state;
  const moment = { version, state: play(before, turn), turn, seat: before.seat, clock, atMs };
  return {
    position: version,
    moments: [...timeline.moments, moment],
    clock: clockAt(clock, atMs),
    offer: null,
    declined: null,
    ...NOTHING_ASKED,
  };
}

/** The table as it was after the event of version `to`; the position has a new name. */
function takenBack(
  timeline: Timeline,
  { seat, to, clock }: TurnsTakenBack,
  { version, at_ms: atMs }: SeenEvent,
): Partial<Timeline> {
  const [white, black] = timeline.hasTakenBack;
  return {
    position: version,
    moments: timeline.moments.filter((moment) => moment.version <= to),
    clock: clockAt(clock, atMs),
    offer: null,
    declined: null,
    ...NOTHING_ASKED,
    tookBack: { version, seat: seat as Seat },
    hasTakenBack: seat === 0 ? [true, black] : [white, true],
  };
}

function offered(timeline: Timeline, seat: Seat, version: number): Partial<Timeline> {
  const [white, black] = timeline.offeredAt;
  const at = timeline.position;
  return {
    offer: { version, seat },
    declined: null,
    offeredAt: seat === 0 ? [at, black] : [white, at],
  };
}

function asked(timeline: Timeline, seat: Seat, version: number): Partial<Timeline> {
  const [white, black] = timeline.askedAt;
  const at = timeline.position;
  return {
    ask: { version, seat },
    askDeclined: null,
    askedAt: seat === 0 ? [at, black] : [white, at],
  };
}

function ended(event: GameEnded, seen: SeenEvent): Partial<Timeline> {
  const winner = event.winner as Seat | null;
  return {
    end: { winner, reason: event.reason, atMs: seen.at_ms },
    offer: null,
    ...NOTHING_ASKED,
    clock: { ...clockAt(event.clock, seen.at_ms), running: null },
  };
}

function clockAt(reading: ClockReading, sinceMs: number): ClockState {
  return { remaining_ms: reading.remaining_ms, running: reading.running, sinceMs };
}

/** The newest position. */
export function latest(timeline: Timeline): Moment {
  return timeline.moments[timeline.moments.length - 1];
}
