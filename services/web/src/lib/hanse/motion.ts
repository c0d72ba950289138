// Cards that arrive by themselves: out of the pile, or from the other side.

import { arriving } from '../game/motion';
import type { Seat } from '../rules/state';
import { counted, countOf, type Counts, without } from './goods';
import { GOODS, type Good, type HanseView } from './view';

/** What the last step has brought. */
export interface Coming {
  /** Cards that are new in the market. */
  cards: Counts;
  /** Whether they came out of the pile; otherwise somebody has given them. */
  isDrawn: boolean;
  /** Goods that have just been taken openly by the far side. */
  known: Good | null;
}

export const NOTHING_COMES: Coming = { cards: {}, isDrawn: false, known: null };

const FROM_PX = 70;

/** What is new between two views of a game of which one follows the other. */
export function comingBetween(before: HanseView | null, now: HanseView, far: Seat): Coming {
  const [then, table] = [before?.table, now.table];
  if (!before || !then || !table || now.ply !== before.ply + 1) return NOTHING_COMES;
  const known = GOODS.find(
    (good) => countOf(table.known[far], good) > countOf(then.known[far], good),
  );
  return {
    cards: without(counted(table.market), counted(then.market)),
    isDrawn: table.deck_count < then.deck_count,
    known: known ?? null,
  };
}

/** A card comes to lie where it is. */
export function comings(coming: Coming, place: 'market' | 'known'): (element: Element) => void {
  const here = { x: 0, y: 0 };
  const from =
    place === 'known'
      ? { x: 0, y: FROM_PX }
      : coming.isDrawn
        ? { x: -FROM_PX, y: 0 }
        : { x: 0, y: -FROM_PX };
  return arriving(from, here);
}
