// Which turns are legal, and by the server's codes why one is not.

import {
  countOf,
  counted,
  FEWEST_SWAPPED,
  fewestSold,
  goodsOf,
  HAND_LIMIT,
  isGood,
  isPrecious,
  MARKET_SIZE,
  total,
  type Counts,
} from './goods';
import { readTurn, TurnError, writeTurn, type Turn } from './notation';
import { GOODS, KINDS, type Kind, type HanseView, type TableView } from './view';
import type { Seat } from '../rules/state';

/** Why that seat can't play this turn now, or null. */
export function refusal(view: HanseView, seat: Seat, turn: string): string | null {
  if (view.result) return 'game_over';
  if (!view.table || view.seat === null) return 'between_rounds';
  if (view.seat !== seat) return 'not_your_turn';
  try {
    return refusalOf(view.table, readTurn(turn));
  } catch (error) {
    if (error instanceof TurnError) return error.code;
    throw error;
  }
}

/** Why the seat to act can't play this turn, or null. */
function refusalOf(table: TableView, turn: Turn): string | null {
  switch (turn.kind) {
    case 'take':
      return refuseTake(table, turn.good);
    case 'horses':
      return table.market.includes('horse') ? null : 'no_horses';
    case 'swap':
      return refuseUneven(turn.taken, turn.given) ?? refuseSwap(table, turn.taken, turn.given);
    case 'sell':
      return refuseSale(table, turn.good, turn.count);
  }
}

/** What the seat to act can give: goods of its hand, as far as they are seen, and horses. */
function holding({ turn, hands, known, stables }: TableView): Counts {
  return { ...(hands[turn] ?? known[turn]), horse: stables[turn] };
}

function refuseTake({ market, hand_count, turn }: TableView, kind: Kind): string | null {
  if (kind === 'horse') return 'horses_together';
  if (!market.includes(kind)) return 'not_in_market';
  return hand_count[turn] >= HAND_LIMIT ? 'hand_full' : null;
}

function refuseSale(table: TableView, kind: Kind, count: number): string | null {
  if (!isGood(kind)) return 'horses_not_sold';
  if (count > countOf(holding(table), kind)) return 'not_in_hand';
  return isPrecious(kind) && count < fewestSold(kind) ? 'precious_alone' : null;
}

function refuseUneven(taken: Counts, given: Counts): string | null {
  if (taken.horse) return 'horse_from_market';
  if (total(taken) !== total(given)) return 'swap_uneven';
  if (total(taken) < FEWEST_SWAPPED) return 'swap_too_few';
  return GOODS.some((good) => taken[good] && given[good]) ? 'same_kind_both_sides' : null;
}

function refuseSwap(table: TableView, taken: Counts, given: Counts): string | null {
  const [market, own] = [counted(table.market), holding(table)];
  const { hand_count, turn } = table;
  const horses = countOf(given, 'horse');
  if (GOODS.some((good) => countOf(taken, good) > countOf(market, good))) return 'not_in_market';
  if (GOODS.some((good) => countOf(given, good) > countOf(own, good))) return 'not_in_hand';
  if (horses > countOf(own, 'horse')) return 'not_in_stable';
  return hand_count[turn] + horses > HAND_LIMIT ? 'hand_full' : null;
}

/** All turns of a seat that is to act, sorted; else none. */
export function legalTurns(view: HanseView, seat: Seat): string[] {
  const { table } = view;
  if (!table || view.seat !== seat) return [];
  return [...takes(table), ...sales(table), ...swaps(table)].map(writeTurn).sort();
}

function takes(table: TableView): Turn[] {
  const turns: Turn[] = table.market.includes('horse') ? [{ kind: 'horses' }] : [];
  if (table.hand_count[table.turn] >= HAND_LIMIT) return turns;
  const goods = GOODS.filter((good) => table.market.includes(good));
  return [...turns, ...goods.map((good): Turn => ({ kind: 'take', good }))];
}

function sales(table: TableView): Turn[] {
  const own = holding(table);
  return GOODS.flatMap((good) => {
    const numbers = Array.from({ length: countOf(own, good) }, (_, place) => place + 1);
    return numbers
      .filter((count) => count >= fewestSold(good))
      .map((count): Turn => ({ kind: 'sell', good, count }));
  });
}

function swaps(table: TableView): Turn[] {
  const own = holding(table);
  const room = HAND_LIMIT - table.hand_count[table.turn];
  const market = goodsOf(counted(table.market));
  const sizes = Array.from({ length: MARKET_SIZE }, (_, place) => place + 1);
  return sizes
    .filter((size) => size >= FEWEST_SWAPPED)
    .flatMap((size) => choices(market, size))
    .flatMap((taken) => {
      const rest: [Kind, number][] = GOODS.map((good) => [
        good,
        taken[good] ? 0 : countOf(own, good),
      ]);
      const horse = Math.min(countOf(own, 'horse'), room);
      const offered: Counts = { ...Object.fromEntries(rest), horse };
      return choices(offered, total(taken)).map((given): Turn => ({ kind: 'swap', taken, given }));
    });
}

/** All ways to pick so many of these cards. */
function choices(counts: Counts, size: number): Counts[] {
  let picks: { pick: Counts; left: number }[] = [{ pick: {}, left: size }];
  for (const kind of KINDS) {
    picks = picks.flatMap(({ pick, left }) => {
      const most = Math.min(countOf(counts, kind), left);
      return Array.from({ length: most + 1 }, (_, n) => ({
        pick: n > 0 ? { ...pick, [kind]: n } : pick,
        left: left - n,
      }));
    });
  }
  return picks.filter(({ left }) => left === 0).map(({ pick }) => pick);
}
