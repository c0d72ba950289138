// Scoring a round, and when a match is won.

import { STABLE_VALUE } from './goods';
import type { Seat } from '../rules/state';
import type { Played } from './play';
import type { HanseView, Score, Sheet, TableView } from './view';

/** The match with its table after a turn: the round goes on, or is scored. */
export function settle(view: HanseView, { table, ended }: Played): HanseView {
  if (ended === null) return { ...view, table, seat: table.turn };
  const sheet = scored(table, ended);
  const [first, second] = view.seals;
  const seals = [first + Number(sheet.winner === 0), second + Number(sheet.winner === 1)] as const;
  const rounds = [...view.rounds, sheet];
  const isOver = sheet.winner !== null && seals[sheet.winner] >= view.options.seals;
  const details = { seals, rounds };
  return {
    ...view,
    table,
    seat: null,
    seals,
    starter: sheet.next_starter,
    rounds,
    result: isOver ? { winner: sheet.winner, reason: 'seals', details } : null,
  };
}

/** The score sheet of a round that ended so; all council tokens are seen. */
export function scored(table: TableView, reason: string): Sheet {
  const sheet = [score(table, 0), score(table, 1)] as const;
  const winner = winnerOf(...sheet);
  const waits = winner ?? table.starter;
  return {
    winner,
    reason,
    scores: [totalOf(sheet[0]), totalOf(sheet[1])],
    sheet,
    next_starter: waits === 0 ? 1 : 0,
  };
}

/** The points of a round so far, as far as the viewer sees the council tokens. */
export function score({ stables, won, won_council: council }: TableView, seat: Seat): Score {
  const others = stables[seat === 0 ? 1 : 0];
  return {
    goods: won[seat].reduce((sum, [, value]) => sum + value, 0),
    council: council[seat].reduce((sum, [, value]) => sum + (value ?? 0), 0),
    stable: stables[seat] > others ? STABLE_VALUE : 0,
    goods_count: won[seat].length,
    council_count: council[seat].length,
  };
}

function totalOf({ goods, council, stable }: Score): number {
  return goods + council + stable;
}

/** More points, else more council tokens, else more goods tokens, else nobody. */
function winnerOf(one: Score, other: Score): Seat | null {
  const difference =
    totalOf(one) - totalOf(other) ||
    one.council_count - other.council_count ||
    one.goods_count - other.goods_count;
  if (difference === 0) return null;
  return difference > 0 ? 0 : 1;
}
