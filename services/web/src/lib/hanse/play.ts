// What a turn does to a round's table, as far as its viewer knows.

import {
  countOf,
  counted,
  goodsOf,
  PILES_AT_END,
  plus,
  spread,
  tierFor,
  total,
  without,
  type Counts,
} from './goods';
import type { Turn } from './notation';
import type { TurnShown } from './shown';
import { GOODS, type Good, type Kind, type TableView, type Tier, type Two } from './view';

/** A table after a turn, and why the round is over there, if it is. */
export interface Played {
  table: TableView;
  ended: string | null;
}

/** The cards that a turn takes out of the market, and those it gives. */
export function cardsOf(turn: Turn, market: readonly Kind[]): { gets: Counts; gives: Counts } {
  switch (turn.kind) {
    case 'take':
      return { gets: { [turn.good]: 1 }, gives: {} };
    case 'horses':
      return { gets: { horse: countOf(counted(market), 'horse') }, gives: {} };
    case 'swap':
      return { gets: turn.taken, gives: turn.given };
    case 'sell':
      return { gets: {}, gives: { [turn.good]: turn.count } };
  }
}

/** The table after a legal turn. Does not check it. */
export function after(
  table: TableView,
  turn: Turn,
  shown: TurnShown,
  standstill: number | null,
): Played {
  switch (turn.kind) {
    case 'take':
    case 'horses':
      return taken(table, cardsOf(turn, table.market).gets, shown);
    case 'swap':
      return swapped(table, turn.taken, turn.given, standstill);
    case 'sell':
      return sold(table, turn.good as Good, turn.count, shown);
  }
}

function taken(table: TableView, cards: Counts, { refill = [] }: TurnShown): Played {
  const needed = total(cards);
  const market = plus(without(counted(table.market), cards), counted(refill));
  const next = {
    ...held(table, cards, {}),
    market: spread(market),
    deck_count: Math.max(0, table.deck_count - needed),
    exchanges: 0,
  };
  return { table: next, ended: table.deck_count < needed ? 'deck' : null };
}

function swapped(table: TableView, got: Counts, given: Counts, limit: number | null): Played {
  const exchanges = table.exchanges + 1;
  const market = spread(plus(without(counted(table.market), got), given));
  const next = { ...held(table, got, given), market, exchanges };
  return { table: next, ended: limit !== null && exchanges >= limit ? 'standstill' : null };
}

function sold(table: TableView, good: Good, count: number, shown: TurnShown): Played {
  const { turn, tokens, won } = table;
  const cards = { [good]: count };
  const paid = tokens[good].slice(0, count).map((value) => [good, value] as const);
  const next = {
    ...rewarded(held(table, {}, cards), turn, tierOf(table, count), shown.council ?? null),
    tokens: { ...tokens, [good]: tokens[good].slice(count) },
    won: withSeat(won, turn, [...won[turn], ...paid]),
    sold: goodsOf(plus(table.sold, cards)),
    exchanges: 0,
  };
  const empty = GOODS.filter((kind) => next.tokens[kind].length === 0).length;
  return { table: next, ended: empty >= PILES_AT_END ? 'tokens' : null };
}

/** The council pile that a sale of so many cards takes from; null for few cards or an empty pile. */
export function tierOf(table: TableView, count: number): Tier | null {
  const tier = tierFor(count);
  return tier !== null && table.council_count[tier] > 0 ? tier : null;
}

function rewarded(
  table: TableView,
  seat: 0 | 1,
  tier: Tier | null,
  value: number | null,
): TableView {
  if (tier === null) return table;
  const { won_council: won, council_count: left } = table;
  return {
    ...table,
    won_council: withSeat(won, seat, [...won[seat], [tier, value] as const]),
    council_count: { ...left, [tier]: left[tier] - 1 },
  };
}

/** The mover's hand and stable after it got and gave cards; the other side is to act. */
function held(table: TableView, got: Counts, given: Counts): TableView {
  const seat = table.turn;
  const { hands, hand_count: held, stables, known } = table;
  const hand = hands[seat];
  const more = total(goodsOf(got)) - total(goodsOf(given));
  return {
    ...table,
    hands: hand === null ? hands : withSeat(hands, seat, changed(hand, got, given)),
    hand_count: withSeat(held, seat, held[seat] + more),
    stables: withSeat(
      stables,
      seat,
      stables[seat] + countOf(got, 'horse') - countOf(given, 'horse'),
    ),
    // Of cards that leave the hand, those that are known leave first.
    known: withSeat(known, seat, changed(known[seat], got, given)),
    turn: seat === 0 ? 1 : 0,
  };
}

function changed(hand: Counts, got: Counts, given: Counts): Counts {
  return goodsOf(plus(without(hand, given), got));
}

/** A pair with another value for one seat. */
function withSeat<T>(pair: Two<T>, seat: 0 | 1, value: T): Two<T> {
  return seat === 0 ? [value, pair[1]] : [pair[0], value];
}
