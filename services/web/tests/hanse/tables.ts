// Views to test with: a table at the start of a round, with what a test changes.

import { goodsOf, counted, total } from '../../src/lib/hanse/goods';
import { followDeal, setup } from '../../src/lib/hanse/follow';
import { resolveHanse } from '../../src/lib/hanse/options';
import type { Counts } from '../../src/lib/hanse/goods';
import type { HanseView, Kind, TableView } from '../../src/lib/hanse/view';

interface Said extends Partial<TableView> {
  /** Seat 0's cards. */
  hand?: Counts;
  horses?: number;
}

/** What seat 0 sees, to act with these cards at this market. */
export function viewOf({ hand = {}, horses = 0, ...changed }: Said): HanseView {
  const shown = { market: ['cloth', 'salt'] as Kind[], stables: [0, 0] as const, hand: [] };
  const view = followDeal(setup(resolveHanse('battlehanse')), 0, shown);
  if (!view.table) throw new Error('nothing was dealt');
  const cards = goodsOf(hand);
  const table = {
    ...view.table,
    hands: [cards, null] as const,
    hand_count: [total(cards), 5] as const,
    stables: [horses, 0] as const,
    ...changed,
  };
  return { ...view, table };
}

/** Cards by their names, in one string. */
export function cards(names: string): Kind[] {
  return names.split(' ') as Kind[];
}

/** The same, counted. */
export function countsOf(names: string): Counts {
  return counted(cards(names));
}
