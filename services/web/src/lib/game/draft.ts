// A turn being put together: a stone picked, a target chosen, a capture still owed.

import { writeTurn } from '../rules/notation';
import { filled, movable, spoils, takeable, targets } from '../rules/play';
import { bar, near } from '../rules/reach';
import { freePoints, isPlaced, type StonesState } from '../rules/state';

/** `source` null: from the hand. `target` set: a row is filled and a stone is to be taken. */
export interface Draft {
  source: number | null;
  target: number | null;
}

export const NOTHING: Draft = { source: null, target: null };

/** What a point does to a draft: a new draft, or the finished turn. */
export interface Touched {
  draft: Draft;
  turn: string | null;
  /** Why the point does nothing, as the code of a refusal. */
  refusal: string | null;
}

/** Points that can be chosen next. */
export interface Choices {
  /** Own stones that can be picked. */
  pickable: number;
  /** Free points where the stone in question can go. */
  targets: number;
  /** Opposing stones that the row may take. */
  takeable: number;
  /** The row that was filled. */
  row: number;
}

export const CLOSED: Choices = { pickable: 0, targets: 0, takeable: 0, row: 0 };

/** What can be chosen next in that position. */
export function choices(state: StonesState, draft: Draft): Choices {
  if (draft.target !== null) {
    const row = filled(state, draft.source, draft.target);
    return { ...CLOSED, takeable: takeable(state), row };
  }
  const isFromHand = !isPlaced(state);
  const reachable = isFromHand || draft.source !== null ? targets(state, draft.source) : 0;
  return { ...CLOSED, pickable: movable(state), targets: reachable };
}

/** A point is chosen. */
export function touch(state: StonesState, draft: Draft, point: number): Touched {
  if (draft.target !== null) return taking(state, draft, point);
  const open = choices(state, draft);
  if (has(open.targets, point)) return going(state, draft, point);
  if (point === draft.source) return { draft: NOTHING, turn: null, refusal: null };
  if (has(open.pickable, point)) {
    return { draft: { source: point, target: null }, turn: null, refusal: null };
  }
  return { draft, turn: null, refusal: whyNot(state, draft, point) };
}

/** One decision is taken back: the target first, then the stone. */
export function stepBack(state: StonesState, draft: Draft): Draft {
  if (draft.target === null || !isPlaced(state)) return NOTHING;
  return { source: draft.source, target: null };
}

function going(state: StonesState, draft: Draft, target: number): Touched {
  if (spoils(state, draft.source, target) !== 0) {
    return { draft: { source: draft.source, target }, turn: null, refusal: null };
  }
  const turn = writeTurn(state.board, { ...draft, target, taken: null });
  return { draft: NOTHING, turn, refusal: null };
}

function taking(state: StonesState, draft: Draft, point: number): Touched {
  if (draft.target === null) return { draft, turn: null, refusal: null };
  if (has(takeable(state), point)) {
    const step = { source: draft.source, target: draft.target, taken: point };
    return { draft: NOTHING, turn: writeTurn(state.board, step), refusal: null };
  }
  if (point === draft.target) {
    return { draft: stepBack(state, draft), turn: null, refusal: null };
  }
  const isTheirs = has(state.stones[1 - state.seat], point);
  return { draft, turn: null, refusal: isTheirs ? 'protected_stone' : 'capture_missing' };
}

function whyNot(state: StonesState, { source }: Draft, point: number): string | null {
  if (!has(freePoints(state), point)) return whyNotHere(state, source, point);
  if (has(near(state, source), point)) return bar(state, source, point);
  return source === null ? null : 'not_adjacent';
}

function whyNotHere(state: StonesState, source: number | null, point: number): string {
  if (!isPlaced(state)) return 'point_occupied';
  if (has(state.stones[state.seat], point)) return 'shut_in';
  return source === null ? 'not_your_stone' : 'point_occupied';
}

export function has(bits: number, point: number): boolean {
  return ((bits >> point) & 1) === 1;
}
