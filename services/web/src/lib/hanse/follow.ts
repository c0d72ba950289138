// A match as one viewer's views: before the first deal, after each deal and turn.

import {
  COUNCIL,
  DECK_SIZE,
  HAND_SIZE,
  LAID_OUT,
  MARKET_SIZE,
  TOKENS,
  counted,
  goodsOf,
  spread,
} from './goods';
import { readTurn } from './notation';
import type { HanseOptions } from './options';
import { settle } from './outcome';
import { after } from './play';
import type { DealShown, TurnShown } from './shown';
import type { Seat } from '../rules/state';
import type { GoodsCount, HanseView, TableView, Two, Viewer } from './view';

export const RULES_VERSION = 1;

/** The match before its first deal; seat 0 will begin. Takes what `resolveHanse` returned. */
export function setup({ seals, standstill_limit }: HanseOptions): HanseView {
  return {
    game: 'hanse',
    version: RULES_VERSION,
    options: { seals, standstill_limit },
    round: 0,
    seals: [0, 0],
    starter: 0,
    seat: null,
    ply: 0,
    last: null,
    table: null,
    rounds: [],
    result: null,
  };
}

/** The view after a deal, the first or one after a pause, of which the viewer was shown this. */
export function followDeal(view: HanseView, viewer: Viewer, shown: DealShown): HanseView {
  const { starter } = view;
  const table: TableView = {
    market: spread(counted(['horse', 'horse', 'horse', ...shown.market])),
    known: [{}, {}],
    stables: shown.stables,
    tokens: TOKENS,
    won: [[], []],
    won_council: [[], []],
    sold: {},
    turn: starter,
    starter,
    exchanges: 0,
    hands: dealtHands(viewer, shown),
    hand_count: [HAND_SIZE - shown.stables[0], HAND_SIZE - shown.stables[1]],
    deck_count: DECK_SIZE - 2 * HAND_SIZE - (MARKET_SIZE - LAID_OUT),
    council_count: { 3: COUNCIL[3].length, 4: COUNCIL[4].length, 5: COUNCIL[5].length },
  };
  return { ...view, round: view.round + 1, seat: starter, table };
}

function dealtHands(viewer: Viewer, { hand, hands }: DealShown): Two<GoodsCount | null> {
  const own = hand ? goodsOf(counted(hand)) : null;
  if (viewer === 0) return [own, null];
  if (viewer === 1) return [null, own];
  if (viewer === 'spectator' || !hands) return [null, null];
  return [goodsOf(counted(hands[0])), goodsOf(counted(hands[1]))];
}

/** The view after a legal turn of which the viewer was shown this. Throws before a deal. */
export function followTurn(
  view: HanseView,
  viewer: Viewer,
  turn: string,
  shown: TurnShown | null | undefined,
): HanseView {
  if (!view.table) throw new Error('no round is being played');
  const seen = seenBy(viewer, view.table.turn, shown ?? {});
  const { table, ended } = after(view.table, readTurn(turn), seen, view.options.standstill_limit);
  const open = {
    ...table,
    won_council: seen.won_council ?? table.won_council,
    // Both, once the match has ended.
    hands: seen.hands ?? table.hands,
  };
  const next = settle(view, { table: open, ended });
  return { ...next, ply: view.ply + 1, last: turn };
}

/** Without the value of somebody else's council token. */
function seenBy(viewer: Viewer, mover: Seat, shown: TurnShown): TurnShown {
  return viewer === mover || viewer === 'all' ? shown : { ...shown, council: null };
}
