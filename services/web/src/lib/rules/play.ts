// Games of stones as pure games: legal turns, what each does, and when the game ends.
//
// The server decides; these rules only show what it will decide, without asking. They follow
// `libs/rules` and run the same handed cases.

import { fillsOne, indices, inRows } from './board';
import { GAMES } from './games';
import type { GameKey, Options } from './law';
import { readTurn, writeTurn, type Step } from './notation';
import { drawn } from './outcome';
import { reach } from './reach';
import {
  isPlaced,
  mayFly,
  moved,
  other,
  type Outcome,
  type Pair,
  type Phase,
  type Seat,
  type StonesState,
} from './state';

/** The empty board, full hands, white to act. */
export function start(game: GameKey, options: Options): StonesState {
  const { stones, hasHands } = GAMES[game].boardOf(options);
  const hand = hasHands ? stones : 0;
  return begin(game, options, { stones: [0, 0], hands: [hand, hand], seat: 0 });
}

/** Stones, hands and the side to act: a position. */
export type Placed = Pick<StonesState, 'stones' | 'hands' | 'seat'>;

/** A game that begins at a position, counters at zero. */
export function begin(game: GameKey, options: Options, placed: Placed): StonesState {
  const law = GAMES[game];
  const fresh = { law, board: law.boardOf(options), options, ...placed, ply: 0, last: null };
  const empty = { sinceRow: 0, sinceFinal: 0, repeated: 0, seen: null, outcome: null };
  return settled({ ...fresh, ...empty });
}

/** The phase of a side; after the end it is what it would have been. */
export function phaseOf(state: StonesState, seat: Seat = state.seat): Phase {
  if (!isPlaced(state)) return 'placing';
  return mayFly(state, seat) ? 'flying' : 'moving';
}

/** Own stones of the side to act that have somewhere to go; none while stones are placed. */
export function movable(state: StonesState): number {
  if (!isPlaced(state)) return 0;
  let found = 0;
  for (const point of indices(state.stones[state.seat])) {
    if (targets(state, point)) found |= 1 << point;
  }
  return found;
}

/** Where a stone may go: from `source`, or from the hand when that is null. */
export function targets(state: StonesState, source: number | null): number {
  return state.outcome ? 0 : reach(state, source);
}

/** The rows that a placement or move would fill, as one set of points; 0 if none. */
export function filled(state: StonesState, source: number | null, target: number): number {
  const own = moved(state.stones[state.seat], source, target);
  let together = 0;
  for (const pair of state.board.partners[target]) {
    if ((own & pair) === pair) together |= pair | (1 << target);
  }
  return together;
}

/** The opposing stones that a filled row may take; where rows are protected, those outside first. */
export function takeable(state: StonesState): number {
  if (!state.law.takes) return 0;
  const theirs = state.stones[other(state.seat)];
  const free = state.options.mill_protection ? theirs & ~inRows(state.board, theirs) : theirs;
  return free || theirs;
}

/** What a step may take: nothing, unless it fills a row. */
export function spoils(state: StonesState, source: number | null, target: number): number {
  return filled(state, source, target) ? takeable(state) : 0;
}

/** All complete turns of the side to act, sorted. */
export function legalTurns(state: StonesState): string[] {
  const sources = isPlaced(state) ? indices(state.stones[state.seat]) : [null];
  return sources
    .flatMap((source) =>
      indices(targets(state, source)).flatMap((target) => completed(state, source, target)),
    )
    .sort();
}

function completed(state: StonesState, source: number | null, target: number): string[] {
  const victims = indices(spoils(state, source, target));
  const taken = victims.length ? victims : [null];
  return taken.map((point) => writeTurn(state.board, { source, target, taken: point }));
}

/** Whether that text is, letter for letter, a legal turn. */
export function isLegal(state: StonesState, turn: string): boolean {
  const step = readTurn(state.board, turn);
  if (!step || !((targets(state, step.source) >> step.target) & 1)) return false;
  return completed(state, step.source, step.target).includes(turn);
}

/** The state after a legal turn; throws for text that is no turn, checks nothing else. */
export function play(state: StonesState, turn: string): StonesState {
  const step = readTurn(state.board, turn);
  if (!step) throw new Error(`no turn: ${turn}`);
  const isFinal = step.source === null || step.taken !== null;
  return settled({
    ...state,
    ...placedAfter(state, step),
    seat: other(state.seat),
    ply: state.ply + 1,
    last: turn,
    sinceRow: filled(state, step.source, step.target) ? 0 : state.sinceRow + 1,
    sinceFinal: isFinal ? 0 : state.sinceFinal + 1,
    seen: isFinal ? null : state.seen,
  });
}

function placedAfter(state: StonesState, step: Step): { stones: Pair; hands: Pair } {
  const own = moved(state.stones[state.seat], step.source, step.target);
  const left = state.stones[other(state.seat)] & ~(step.taken === null ? 0 : 1 << step.taken);
  const [white, black] = state.hands;
  const used = step.source === null && state.board.hasHands ? 1 : 0;
  return state.seat === 0
    ? { stones: [own, left], hands: [white - used, black] }
    : { stones: [left, own], hands: [white, black - used] };
}

/** Counts the position and judges it; the first rule that applies counts. */
function settled(state: StonesState): StonesState {
  if (state.options.repetition === null) return { ...state, outcome: judge(state) };
  const key = `${state.stones[0]} ${state.stones[1]} ${state.hands.join(' ')} ${state.seat}`;
  let repeated = 1;
  for (let at = state.seen; at; at = at.before) if (at.key === key) repeated += 1;
  const counted = { ...state, repeated, seen: { key, before: state.seen } };
  return { ...counted, outcome: judge(counted) };
}

function judge(state: StonesState): Outcome | null {
  return state.law.ended(state) ?? drawn(state);
}

/** Points where that side, if it were to act, could fill a row at once. */
export function threats(state: StonesState, seat: Seat): number {
  const asked: StonesState = { ...state, seat, outcome: null };
  const { partners } = state.board;
  let found = 0;
  for (const source of isPlaced(state) ? indices(state.stones[seat]) : [null]) {
    for (const target of indices(targets(asked, source))) {
      const own = moved(state.stones[seat], source, target);
      if (fillsOne(partners[target], own)) found |= 1 << target;
    }
  }
  return found;
}

/** The line that has won the game; 0 where none has. */
export function wonLine({ outcome, board, stones }: StonesState): number {
  if (outcome?.reason !== 'line' || outcome.winner === null) return 0;
  return inRows(board, stones[outcome.winner]);
}
