// Mühle as a pure game: legal turns, what each does, and when the game ends.
//
// The server decides; these rules only show what it will decide, without asking. They follow
// `libs/rules/mills` and run the same handed cases.

import { ALL_POINTS, BOARDS, closesMill, indices, inMills, POINTS } from './board';
import { readTurn, type Step } from './notation';
import type { MillsOptions } from './options';
import { judge } from './outcome';
import {
  boardOf,
  freePoints,
  isPlaced,
  mayFly,
  other,
  type MillsState,
  type Pair,
  type Phase,
  type Seat,
} from './state';

export { boardOf, freePoints, isPlaced, mayFly, other };
export type { MillsState, Pair, Phase, Seat };

/** The empty board, full hands, white to act. */
export function start(options: MillsOptions): MillsState {
  const { stones } = BOARDS[options.board];
  return begin(options, [0, 0], [stones, stones], 0);
}

/** A game that begins at a position, counters at zero. */
export function begin(options: MillsOptions, stones: Pair, hands: Pair, seat: Seat): MillsState {
  const fresh = { options, stones, hands, seat, ply: 0, last: null };
  const empty = { sinceMill: 0, sinceCapture: 0, repeated: 0, seen: null, outcome: null };
  return settled({ ...fresh, ...empty });
}

/** The phase of a side; after the end it is what it would have been. */
export function phaseOf(state: MillsState, seat: Seat = state.seat): Phase {
  if (!isPlaced(state)) return 'placing';
  return mayFly(state, seat) ? 'flying' : 'moving';
}

/** Own stones of the side to act that have somewhere to go; none while stones are placed. */
export function movable(state: MillsState): number {
  if (!isPlaced(state) || state.outcome) return 0;
  let found = 0;
  for (const point of indices(state.stones[state.seat])) {
    if (targets(state, point)) found |= 1 << point;
  }
  return found;
}

/** Where a stone may go: from `source`, or from the hand when that is null. */
export function targets(state: MillsState, source: number | null): number {
  if (state.outcome) return 0;
  if (source === null) return state.hands[state.seat] > 0 ? freePoints(state) : 0;
  if (!isPlaced(state) || !((state.stones[state.seat] >> source) & 1)) return 0;
  const near = mayFly(state) ? ALL_POINTS : boardOf(state).neighbours[source];
  return near & freePoints(state);
}

/** The mills that a placement or move would close, as one set of points; 0 if none. */
export function closed(state: MillsState, source: number | null, target: number): number {
  const own = moved(state.stones[state.seat], source, target);
  let together = 0;
  for (const pair of boardOf(state).partners[target]) {
    if ((own & pair) === pair) together |= pair | (1 << target);
  }
  return together;
}

/** The opposing stones that a mill may take: those outside mills, or all if there are none. */
export function takeable(state: MillsState): number {
  const theirs = state.stones[other(state.seat)];
  const free = state.options.mill_protection ? theirs & ~inMills(boardOf(state), theirs) : theirs;
  return free || theirs;
}

/** All complete turns of the side to act, sorted. */
export function legalTurns(state: MillsState): string[] {
  const turns: string[] = [];
  const sources = isPlaced(state) ? indices(state.stones[state.seat]) : [null];
  for (const source of sources) {
    for (const target of indices(targets(state, source))) {
      turns.push(...completed(state, source, target));
    }
  }
  return turns.sort();
}

function completed(state: MillsState, source: number | null, target: number): string[] {
  const step = (source === null ? '' : `${POINTS[source]}-`) + POINTS[target];
  const victims = closed(state, source, target) ? indices(takeable(state)) : [];
  return victims.length ? victims.map((victim) => `${step}x${POINTS[victim]}`) : [step];
}

/** Whether that text is, letter for letter, a legal turn. */
export function isLegal(state: MillsState, turn: string): boolean {
  const step = readTurn(turn);
  if (!step || !((targets(state, step.source) >> step.target) & 1)) return false;
  if (step.source === null && isPlaced(state)) return false;
  return completed(state, step.source, step.target).includes(turn);
}

/** The state after a legal turn; throws for text that is no turn, checks nothing else. */
export function play(state: MillsState, turn: string): MillsState {
  const step = readTurn(turn);
  if (!step) throw new Error(`no turn: ${turn}`);
  const { seat } = state;
  const isClosed = closed(state, step.source, step.target) !== 0;
  const isFinal = step.source === null || step.taken !== null;
  return settled({
    ...state,
    ...placedAfter(state, step),
    seat: other(seat),
    ply: state.ply + 1,
    last: turn,
    sinceMill: isClosed ? 0 : state.sinceMill + 1,
    sinceCapture: isFinal ? 0 : state.sinceCapture + 1,
    seen: isFinal ? null : state.seen,
  });
}

function placedAfter(state: MillsState, step: Step): { stones: Pair; hands: Pair } {
  const own = moved(state.stones[state.seat], step.source, step.target);
  const left = state.stones[other(state.seat)] & ~(step.taken === null ? 0 : 1 << step.taken);
  const [white, black] = state.hands;
  const used = step.source === null ? 1 : 0;
  return state.seat === 0
    ? { stones: [own, left], hands: [white - used, black] }
    : { stones: [left, own], hands: [white, black - used] };
}

/** Counts the position and judges it. */
function settled(state: MillsState): MillsState {
  if (state.options.repetition === null) return { ...state, outcome: judge(state) };
  const key = `${state.stones[0]} ${state.stones[1]} ${state.hands.join(' ')} ${state.seat}`;
  let repeated = 1;
  for (let at = state.seen; at; at = at.before) if (at.key === key) repeated += 1;
  const counted = { ...state, repeated, seen: { key, before: state.seen } };
  return { ...counted, outcome: judge(counted) };
}

function moved(own: number, source: number | null, target: number): number {
  return (source === null ? own : own & ~(1 << source)) | (1 << target);
}

/** Points where that side, if it were to act, could close a mill at once. */
export function threats(state: MillsState, seat: Seat): number {
  const asked: MillsState = { ...state, seat, outcome: null };
  const board = boardOf(state);
  let found = 0;
  for (const source of isPlaced(state) ? indices(state.stones[seat]) : [null]) {
    for (const target of indices(targets(asked, source))) {
      const own = moved(state.stones[seat], source, target);
      if (closesMill(board, own, target)) found |= 1 << target;
    }
  }
  return found;
}
