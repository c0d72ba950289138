// What a card, a pile or a token means right now, from what the viewer may know: facts, no words.

import { other, type Seat } from '../rules/state';
import {
  CARDS,
  counted,
  countOf,
  fewestSold,
  HAND_LIMIT,
  PILES_AT_END,
  tierFor,
  type Counts,
} from './goods';
import {
  GOODS,
  KINDS,
  type Good,
  type GoodsToken,
  type Kind,
  type TableView,
  type Tier,
  type Viewer,
} from './view';

/** What somebody wants to know more about. */
export type Topic =
  | { about: 'good'; good: Good }
  | { about: 'horse' }
  | { about: 'deck' }
  | { about: 'council'; tier: Tier }
  | { about: 'stable' }
  | { about: 'won'; seat: Seat };

export const emptyPiles = (table: TableView): number =>
  Object.values(table.tokens).filter(({ length }) => length === 0).length;

/** What selling all cards of a kind would bring. */
export interface Sale {
  count: number;
  values: readonly number[];
  /** Null: too few cards. */
  tier: Tier | null;
  hasCouncil: boolean;
}

export interface GoodFacts {
  own: number;
  /** The opponent's cards that were taken openly. */
  remembered: number;
  /** Own cards that the opponent knows. */
  ownKnown: number;
  market: number;
  sold: number;
  /** Cards that lie in the pile or unseen in the other hand. */
  unseen: number;
  /** Null: none in hand, or too few to be sold. */
  sale: Sale | null;
  isHandFull: boolean;
}

/** What `seat` may know about a kind of goods; null for whoever only watches. */
export function goodFacts(table: TableView, good: Good, seat: Seat | null): GoodFacts {
  const own = seat === null ? 0 : countOf(table.hands[seat] ?? {}, good);
  const remembered = (seat === null ? ([0, 1] as const) : [other(seat)])
    .map((one) => countOf(table.hands[one] ?? table.known[one], good))
    .reduce((sum, count) => sum + count, 0);
  const market = countOf(counted(table.market), good);
  const sold = countOf(table.sold, good);
  const tier = tierFor(own);
  const sale: Sale = {
    count: own,
    values: table.tokens[good].slice(0, own),
    tier,
    hasCouncil: tier !== null && table.council_count[`${tier}`] > 0,
  };
  return {
    own,
    remembered,
    ownKnown: seat === null ? 0 : countOf(table.known[seat], good),
    market,
    sold,
    unseen: CARDS[good] - own - remembered - market - sold,
    sale: own >= fewestSold(good) ? sale : null,
    isHandFull: seat !== null && table.hand_count[seat] >= HAND_LIMIT,
  };
}

/** Who would get the stable token now, and by how many horses. */
export function stableLead(table: TableView): { seat: Seat | null; lead: number } {
  const lead = table.stables[0] - table.stables[1];
  if (lead === 0) return { seat: null, lead };
  return { seat: lead > 0 ? 0 : 1, lead: Math.abs(lead) };
}

/** The kind of goods with which `seat` would get a council token of that pile, if any. */
export function councilWith(table: TableView, tier: Tier, seat: Seat): [Good, number] | null {
  const hand = table.hands[seat] ?? {};
  const good = GOODS.find((one) => tierFor(countOf(hand, one)) === tier);
  return good ? [good, countOf(hand, good)] : null;
}

/** How many cards the pile lacks when so many are taken out of the market. */
export const lacking = (table: TableView, taken: number): number =>
  Math.max(0, taken - table.deck_count);

/** Cards in groups by kind, in the order of kinds. */
export function grouped(counts: Counts): readonly { kind: Kind; count: number }[] {
  return KINDS.map((kind) => ({ kind, count: countOf(counts, kind) })).filter(
    ({ count }) => count > 0,
  );
}

/** What a viewer sees as its own: a seat's own place; whoever watches has none. */
export const ownSeat = (viewer: Viewer): Seat | null =>
  typeof viewer === 'number' ? viewer : null;

/** Whether selling so many cards empties the pile with which the round ends. */
export function endsByPiles(table: TableView, good: Good, count: number): boolean {
  const left = table.tokens[good].length;
  return left > 0 && count >= left && emptyPiles(table) + 1 >= PILES_AT_END;
}

/** Won tokens by kind, in the order of kinds. */
export function tokensOf(
  won: readonly GoodsToken[],
): readonly { look: Good; values: readonly number[] }[] {
  return GOODS.map((look) => ({
    look,
    values: won.flatMap(([kind, value]) => (kind === look ? [value] : [])),
  })).filter(({ values }) => values.length > 0);
}
