// A table of Battlehanse as an example gives it, and what a turn touches on it. For showing only.

import { countOf, tierFor, total, type Counts } from '../hanse/goods';
import { readTurn, type Turn } from '../hanse/notation';
import { cardsOf } from '../hanse/play';
import { GOODS, KINDS, type Good, type Kind, type Tier } from '../hanse/view';
import { field, list, number, record, text, type Json } from './json';
import { GuideError } from './tree';

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
  kind: Turn['kind'];
  gets: Counts;
  gives: Counts;
}

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
      isFull: countOf(sold, kind) === 0,
    })),
    turn: number(part('turn'), 'turn'),
  };
}

/** What a turn moves on that table. Throws TurnError. */
export function readTrade(written: string, { market }: HanseTable): Trade {
  const turn = readTurn(written);
  return { kind: turn.kind, ...cardsOf(turn, market) };
}

/** The kind of goods that a trade sells; null if it sells none. */
export function soldIn({ kind, gives }: Trade): Good | null {
  return kind === 'sell' ? (GOODS.find((good) => countOf(gives, good) > 0) ?? null) : null;
}

/** The tokens that a sale takes from its pile. */
export function earned(trade: Trade, { piles }: HanseTable): readonly number[] {
  const sold = soldIn(trade);
  return piles.find(({ kind }) => kind === sold)?.values.slice(0, total(trade.gives)) ?? [];
}

/** The pile that a council token is taken from; null: none is. */
export function councilFor(trade: Trade): Tier | null {
  return trade.kind === 'sell' ? tierFor(total(trade.gives)) : null;
}

/** The cards one by one, each marked or not. */
export function marked(cards: readonly Kind[], marks: Counts): { kind: Kind; isMarked: boolean }[] {
  const left: Partial<Record<Kind, number>> = { ...marks };
  return cards.map((kind) => {
    const wanted = left[kind] ?? 0;
    left[kind] = wanted - 1;
    return { kind, isMarked: wanted > 0 };
  });
}

function readCounts(value: Json): Counts {
  const counts = Object.entries(record(value, 'cards'));
  return Object.fromEntries(counts.map(([name, count]) => [kindOf(name), number(count, name)]));
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
