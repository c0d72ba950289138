// A turn being put together: a stone picked, a target chosen, a capture still owed.

import { closed, isPlaced, movable, takeable, targets, type MillsState } from '../rules/mills';
import { writeTurn } from '../rules/notation';

/** `source` null: from the hand. `target` set: a mill is closed and a stone is to be taken. */
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
  /** Opposing stones that the mill may take. */
  takeable: number;
  /** The mill that was closed. */
  mill: number;
}

/** What can be chosen next in that position. */
export function choices(state: MillsState, draft: Draft): Choices {
  const nothing = { pickable: 0, targets: 0, takeable: 0, mill: 0 };
  if (draft.target !== null) {
    const mill = closed(state, draft.source, draft.target);
    return { ...nothing, takeable: takeable(state), mill };
  }
  const isFromHand = !isPlaced(state);
  const reachable = isFromHand || draft.source !== null ? targets(state, draft.source) : 0;
  return { ...nothing, pickable: movable(state), targets: reachable };
}

/** A point is chosen. */
export function touch(state: MillsState, draft: Draft, point: number): Touched {
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
export function stepBack(state: MillsState, draft: Draft): Draft {
  if (draft.target === null || !isPlaced(state)) return NOTHING;
  return { source: draft.source, target: null };
}

function going(state: MillsState, draft: Draft, target: number): Touched {
  const isMill = closed(state, draft.source, target) !== 0;
  if (isMill && takeable(state) !== 0) {
    return { draft: { source: draft.source, target }, turn: null, refusal: null };
  }
  return { draft: NOTHING, turn: writeTurn({ ...draft, target, taken: null }), refusal: null };
}

function taking(state: MillsState, draft: Draft, point: number): Touched {
  if (draft.target === null) return { draft, turn: null, refusal: null };
  if (has(takeable(state), point)) {
    const turn = writeTurn({ source: draft.source, target: draft.target, taken: point });
    return { draft: NOTHING, turn, refusal: null };
  }
  if (point === draft.target) {
    return { draft: stepBack(state, draft), turn: null, refusal: null };
  }
  const isTheirs = has(state.stones[1 - state.seat], point);
  return { draft, turn: null, refusal: isTheirs ? 'protected_stone' : 'capture_missing' };
}

function whyNot(state: MillsState, draft: Draft, point: number): string | null {
  const isOwn = has(state.stones[state.seat], point);
  const isTheirs = has(state.stones[1 - state.seat], point);
  if (!isPlaced(state)) return isOwn || isTheirs ? 'point_occupied' : null;
  if (isTheirs) return draft.source === null ? 'not_your_stone' : 'point_occupied';
  if (isOwn) return 'shut_in';
  return draft.source === null ? null : 'not_adjacent';
}

export function has(bits: number, point: number): boolean {
  return ((bits >> point) & 1) === 1;
}
