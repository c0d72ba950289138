// A table of Battlehanse as an example gives it, and what a turn touches on it. For showing only.

import { field, list, number, record, text, type Json } from './json';
import { GuideError } from './tree';

export const GOODS = ['amber', 'gold', 'silver', 'cloth', 'salt', 'fur'] as const;
export const KINDS = [...GOODS, 'horse'] as const;
export type Kind = (typeof KINDS)[number];
export type Good = (typeof GOODS)[number];
export type Counts = ReadonlyMap<Kind, number>;

export interface Merchant {
  hand: Counts;
  stable: number;
  /** Values of the goods tokens won. */
  won: readonly { kind: Good; value: number }[];
}

export interface HanseTable {
  market: readonly Kind[];
  deck: number;
  merchants: readonly Merchant[];
  piles: readonly { kind: Good; values: readonly number[]; isFull: boolean }[];
  turn: number;
}

/** A turn: what leaves the market, what goes there, what is sold. */
export interface Trade {
  kind: 'take' | 'swap' | 'horses' | 'sell';
  gets: Counts;
  gives: Counts;
}

const TURN = /^(take|swap|horses|sell)(?: (.+))?$/;

/** Reads a table. Throws GuideError; whether its cards add up is the referee's to say. */
export function readTable(position: Json | undefined): HanseTable {
  const table = record(position, 'position');
  const part = (name: string): Json => field(table, name);
  const hands = list(part('hands'), 'hands').map(readCounts);
  const stables = list(part('stables'), 'stables').map((count) => number(count, 'stables'));
  const won = list(part('won'), 'won').map(readWon);
  const sold = readCounts(part('sold'));
  const tokens = record(part('tokens'), 'tokens');
  return {
    market: list(part('market'), 'market').map(kindOf),
    deck: list(part('deck'), 'deck').length,
    merchants: hands.map((hand, seat) => ({ hand, stable: stables[seat], won: won[seat] })),
    piles: GOODS.map((kind) => ({
      kind,
      values: list(tokens[kind], kind).map((value) => number(value, kind)),
      isFull: !sold.get(kind),
    })),
    turn: number(part('turn'), 'turn'),
  };
}

/** Reads a turn: `take gold`, `swap gold*2>fur+horse`, `horses`, `sell cloth*4`. */
export function readTrade(turn: string, table: HanseTable): Trade {
  const [, kind, rest = ''] = TURN.exec(turn) ?? [];
  const none: Counts = new Map();
  if (kind === 'take') return { kind, gets: readCards(rest), gives: none };
  if (kind === 'sell') return { kind, gets: none, gives: readCards(rest) };
  if (kind === 'horses') {
    const count = table.market.filter((card) => card === 'horse').length;
    return { kind, gets: new Map([['horse', count]]), gives: none };
  }
  const [gets, gives] = rest.split('>');
  if (kind !== 'swap' || !gives) throw new GuideError(`no turn: ${turn}`);
  return { kind, gets: readCards(gets), gives: readCards(gives) };
}

/** The tokens that a sale takes from its pile. */
export function earned(trade: Trade, table: HanseTable): readonly number[] {
  const [sold] = trade.kind === 'sell' ? trade.gives : [];
  if (!sold) return [];
  const [kind, count] = sold;
  return table.piles.find((pile) => pile.kind === kind)?.values.slice(0, count) ?? [];
}

/** How many cards a council token is won for: three, four, five; null: none. */
export function councilFor(trade: Trade): number | null {
  const count = trade.kind === 'sell' ? total(trade.gives) : 0;
  return count >= 3 ? Math.min(count, 5) : null;
}

export function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** The cards of a hand or market one by one, in the order of kinds, each marked or not. */
export function spread(
  cards: Counts | readonly Kind[],
  marked: Counts,
): { kind: Kind; isMarked: boolean }[] {
  const single = cards instanceof Map ? [...cards].flatMap(([kind, n]) => times(kind, n)) : cards;
  const left = new Map(marked);
  return ([...single] as Kind[]).map((kind) => {
    const wanted = left.get(kind) ?? 0;
    left.set(kind, wanted - 1);
    return { kind, isMarked: wanted > 0 };
  });
}

function times(kind: Kind, count: number): Kind[] {
  return Array.from({ length: count }, () => kind);
}

function readCards(cards: string): Counts {
  const found = new Map<Kind, number>();
  for (const card of cards.split('+')) {
    const [name, count = '1'] = card.split('*');
    found.set(kindOf(name), Number(count));
  }
  return found;
}

function readCounts(value: Json): Counts {
  const counts = Object.entries(record(value, 'cards'));
  return new Map(counts.map(([name, count]) => [kindOf(name), number(count, name)]));
}

function readWon(value: Json): Merchant['won'] {
  return list(value, 'won').map((token) => {
    const [name, points] = list(token, 'token');
    const kind = GOODS.find((good) => good === name);
    if (!kind) throw new GuideError('tokens are of goods');
    return { kind, value: number(points, 'token') };
  });
}

function kindOf(name: Json): Kind {
  const kind = KINDS.find((one) => one === text(name, 'kind'));
  if (!kind) throw new GuideError(`no such card: ${String(name)}`);
  return kind;
}
