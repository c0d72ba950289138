// A game as a fold of its events.

import type { Viewer } from '../hanse/view';
import type {
  ClockReading,
  Dealt,
  GameEnded,
  GameEvent,
  GameStarted,
  SeenEvent,
  TurnPlayed,
  TurnsTakenBack,
} from '../protocol/generated';
import type { Seat } from '../rules/state';
import type { AnyState, Course } from './course';
import { courseOf } from './courses';
import { latest, type ClockState, type Moment, type Timeline } from './timeline';

const NOTHING_ASKED = { ask: null, askDeclined: null, tookBack: null };
/** What is so as soon as the table is another one. */
const AFRESH = { offer: null, declined: null, ...NOTHING_ASKED, unveiled: null };
/** How a game begins. */
const UNTOUCHED = {
  ...AFRESH,
  offeredAt: [0, 0],
  askedAt: [0, 0],
  hasTakenBack: [false, false],
  pause: null,
  pausedMs: 0,
  promises: [],
  secrets: [],
  end: null,
} as const;

/**
 * The game after these events, as that viewer was shown them; null if they don't begin with its
 * start, or its rules are strange.
 */
export function fold(events: readonly SeenEvent[], viewer: Viewer = 'spectator'): Timeline | null {
  let timeline: Timeline | null = null;
  for (const event of events) timeline = evolve(timeline, event, viewer);
  return timeline;
}

/** The game after one more event. Checks neither the version's order nor legality. */
export function evolve(
  timeline: Timeline | null,
  seen: SeenEvent,
  viewer: Viewer = 'spectator',
): Timeline | null {
  const event = eventOf(seen);
  if (event?.type === 'games.game_started') return started(event, seen, viewer);
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
      return played(timeline, event, seen);
    case 'games.dealt':
      return dealt(timeline, event, seen);
    case 'games.reshuffled':
      return { promises: [...timeline.promises, event.commitment] };
    case 'games.turns_taken_back':
      return takenBack(timeline, event, seen);
    case 'games.game_ended':
      return ended(timeline, event, seen);
    default:
      return spoken(timeline, event, seen);
  }
}

/** What the two ask of each other. */
function spoken(timeline: Timeline, event: GameEvent, seen: SeenEvent): Partial<Timeline> {
  switch (event.type) {
    case 'games.draw_offered':
      return offered(timeline, event.seat as Seat, seen.version);
    case 'games.draw_declined':
      return { offer: null, declined: timeline.offer };
    case 'games.undo_asked':
      return asked(timeline, event.seat as Seat, seen.version);
    case 'games.undo_declined':
      return { ask: null, askDeclined: timeline.ask };
    default:
      return clocked(timeline, event, seen);
  }
}

/** What concerns the clocks and the curtain, not the table. */
function clocked(timeline: Timeline, event: GameEvent, seen: SeenEvent): Partial<Timeline> {
  switch (event.type) {
    case 'games.clock_credited':
      return { clock: { ...timeline.clock, sinceMs: event.since_ms } };
    case 'games.pause_began':
      return {
        pause: { version: seen.version, untilMs: event.until_ms, sinceMs: seen.at_ms },
        clock: clockAt(event.clock, seen.at_ms),
        unveiled: null,
      };
    case 'games.pause_over':
      return { ...pauseOver(timeline, seen.at_ms), clock: clockAt(event.clock, seen.at_ms) };
    case 'games.unveiled':
      return { unveiled: event.seat as Seat, clock: clockAt(event.clock, seen.at_ms) };
    default:
      return {};
  }
}

function pauseOver({ pause, pausedMs }: Timeline, atMs: number): Partial<Timeline> {
  const since = pause?.sinceMs ?? atMs;
  return { pause: null, pausedMs: pausedMs + atMs - since, unveiled: null };
}

function started(event: GameStarted, seen: SeenEvent, viewer: Viewer): Timeline | null {
  const course = courseOf(event.terms.game);
  // Without the rules of that game there is nothing to show.
  if (!course || event.rules_version !== course.rulesVersion) return null;
  const { version, at_ms: atMs } = seen;
  const state = course.start(event.terms);
  return {
    ...UNTOUCHED,
    version,
    position: version,
    course,
    viewer,
    terms: event.terms,
    seats: event.seats,
    startedAtMs: atMs,
    room: event.room,
    moments: [momentOf(course, state, event.clock, seen)],
    clock: clockAt(event.clock, atMs),
  };
}

function momentOf(
  course: Course<AnyState>,
  state: AnyState,
  clock: ClockReading,
  { version, at_ms: atMs }: SeenEvent,
): Moment {
  return { version, state, turn: null, seat: null, toMove: course.toMove(state), clock, atMs };
}

function played(
  timeline: Timeline,
  { turn, seat, clock, shown }: TurnPlayed,
  seen: SeenEvent,
): Partial<Timeline> {
  const { course, viewer, moments } = timeline;
  const state = course.play(latest(timeline).state, turn, viewer, seen.shown ?? shown);
  const moment = { ...momentOf(course, state, clock, seen), turn, seat: seat as Seat };
  return {
    position: seen.version,
    moments: [...moments, moment],
    clock: clockAt(clock, seen.at_ms),
    ...AFRESH,
  };
}

/** Another round; the table before the first one is nothing to look back at. */
function dealt(
  timeline: Timeline,
  { clock, shown, commitment }: Dealt,
  seen: SeenEvent,
): Partial<Timeline> {
  const { course, viewer, moments, promises } = timeline;
  const state = course.deal(latest(timeline).state, viewer, seen.shown ?? shown);
  const before = moments.length > 1 ? moments : [];
  return {
    position: seen.version,
    moments: [...before, momentOf(course, state, clock, seen)],
    clock: clockAt(clock, seen.at_ms),
    promises: [...promises, commitment],
    unveiled: null,
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
    ...AFRESH,
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

function ended(timeline: Timeline, event: GameEnded, seen: SeenEvent): Partial<Timeline> {
  const winner = event.winner as Seat | null;
  return {
    ...pauseOver(timeline, seen.at_ms),
    end: { winner, reason: event.reason, atMs: seen.at_ms },
    secrets: event.deal_secrets ?? [],
    offer: null,
    ...NOTHING_ASKED,
    clock: { ...clockAt(event.clock, seen.at_ms), running: null },
  };
}

function clockAt(reading: ClockReading, sinceMs: number): ClockState {
  return { remaining_ms: reading.remaining_ms, running: reading.running, sinceMs };
}
