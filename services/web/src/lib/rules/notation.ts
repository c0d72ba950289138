// Turns as text: `d7` placed, `a7-d7` moved, `xa1` behind either for the stone taken.

import { pointOf, POINTS } from './board';

/** A turn's points; no source is a placement, nothing taken is null. */
export interface Step {
  source: number | null;
  target: number;
  taken: number | null;
}

const TURN = /^(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7]))?$/;

/** The points of a turn, legal or not; null for what is no turn. */
export function readTurn(turn: string): Step | null {
  const match = TURN.exec(turn);
  if (!match) return null;
  const [source, target, taken] = [match[1], match[2], match[3]].map(numbered);
  if (target === null || source === undefined || target === undefined) return null;
  return taken === undefined ? null : { source, target, taken };
}

/** The text of a turn. */
export function writeTurn({ source, target, taken }: Step): string {
  const from = source === null ? '' : `${POINTS[source]}-`;
  return `${from}${POINTS[target]}${taken === null ? '' : `x${POINTS[taken]}`}`;
}

/** The number of a point; null when none was named, undefined when there is no such point. */
function numbered(name: string | undefined): number | null | undefined {
  return name === undefined ? null : pointOf(name);
}
