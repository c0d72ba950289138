// Turns as text: `d7` placed, `a7-d7` moved, `xa1` behind either for the stone taken.

import type { Board } from './board';

/** A turn's points; no source is a placement, nothing taken is null. */
export interface Step {
  source: number | null;
  target: number;
  taken: number | null;
}

const TURN = /^(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7]))?$/;

/** The points of a turn, legal or not; null for what is no turn on that board. */
export function readTurn({ points }: Board, turn: string): Step | null {
  const match = TURN.exec(turn);
  if (!match) return null;
  const [source, target, taken] = [match[1], match[2], match[3]].map((name) =>
    name === undefined ? null : points.indexOf(name),
  );
  if (target === null || [source, target, taken].includes(-1)) return null;
  return { source, target, taken };
}

/** The text of a turn. */
export function writeTurn({ points }: Board, { source, target, taken }: Step): string {
  const from = source === null ? '' : `${points[source]}-`;
  return `${from}${points[target]}${taken === null ? '' : `x${points[taken]}`}`;
}
