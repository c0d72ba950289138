// Where stones may go: the same for all games, but for what a game forbids.

import { indices } from './board';
import { freePoints, hasStone, isPlaced, mayFly, moved, type StonesState } from './state';

/** Where a stone may go: from `source`, or from the hand when that is null. Ends nothing. */
export function reach(state: StonesState, source: number | null): number {
  let allowed = 0;
  for (const target of indices(near(state, source))) {
    if (bar(state, source, target) === null) allowed |= 1 << target;
  }
  return allowed;
}

/** The free points next to a stone, or all of them from the hand and in flight. */
export function near(state: StonesState, source: number | null): number {
  const free = freePoints(state);
  if (source === null) return !isPlaced(state) && hasStone(state) ? free : 0;
  if (!isPlaced(state) || !((state.stones[state.seat] >> source) & 1)) return 0;
  return mayFly(state) ? free : state.board.neighbours[source] & free;
}

/** Why the game forbids a point in reach, or null. */
export function bar(state: StonesState, source: number | null, target: number): string | null {
  const own = moved(state.stones[state.seat], source, target);
  return state.law.barred?.(state, own, target) ?? null;
}

/** Whether the side to act has a turn at all. */
export function canAct(state: StonesState): boolean {
  const sources = isPlaced(state) ? indices(state.stones[state.seat]) : [null];
  return sources.some((source) => reach(state, source) !== 0);
}
