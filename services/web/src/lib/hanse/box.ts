// What the trade box says about the marked cards, in words.

import { HANSE_CATALOGUES } from '../i18n/hanse.svelte';
import type { HanseWords } from '../i18n/hanse.de';
import type { Seat } from '../rules/state';
import type { Language } from '../settings.svelte';
import {
  countOf,
  DECK_SIZE,
  HAND_LIMIT,
  HAND_SIZE,
  isGood,
  LAID_OUT,
  MARKET_SIZE,
  total,
} from './goods';
import { endsByPiles, lacking } from './info';
import { readTurn } from './notation';
import type { Proposal } from './selection.svelte';
import { cardsTold, turnTold } from './told';
import { KINDS, type Good, type HanseView, type TableView } from './view';

/** The draw pile after a deal. */
const FULL_DECK = DECK_SIZE - 2 * HAND_SIZE - (MARKET_SIZE - LAID_OUT);

export interface BoxState {
  view: HanseView;
  names: readonly [string, string];
  /** Who may act here; null: nobody. */
  seat: Seat | null;
  isBusy: boolean;
}

export interface BoxLine {
  main: string;
  more: string;
  /** What was played last, while nothing is marked. */
  last: string;
  /** Whether the first sentence says why something can't be done. */
  isWrong: boolean;
  /** Whether the second sentence is a warning. */
  isWarning: boolean;
  /** The key's face. */
  key: string;
  /** What is sold, if it is a sale. */
  sold: Good | null;
  /** A sale's tokens together. */
  sum: number;
}

export function boxLine(box: BoxState, proposal: Proposal | null, language: Language): BoxLine {
  const t = HANSE_CATALOGUES[language];
  const blank: BoxLine = {
    main: '',
    more: '',
    last: '',
    isWrong: false,
    isWarning: false,
    key: t.box.keys.none,
    sold: null,
    sum: 0,
  };
  const { table } = box.view;
  if (!proposal || !table || proposal.isEmpty || box.isBusy)
    return { ...blank, main: waiting(box, t), last: lastTold(box, language) };
  if (proposal.turn === null) return { ...blank, ...refused(proposal, t, language) };
  return { ...blank, ...offered(proposal, table, language) };
}

/** What is said while nothing is marked. */
function waiting({ view, names, seat, isBusy }: BoxState, t: HanseWords): string {
  if (!view.table) return t.box.undealt;
  if (isBusy) return t.box.busy;
  if (view.result) return t.refusals.game_over ?? '';
  if (view.seat === null) return t.box.between;
  return view.seat === seat ? t.box.choose : t.box.turnOf(names[view.seat]);
}

function lastTold({ view, names }: BoxState, language: Language): string {
  const { last, table, seat } = view;
  // Right after a deal the last turn is one of the round before.
  if (last === null || !table || isUntouched(table)) return '';
  const mover = seat === null ? null : seat === 0 ? 1 : 0;
  if (mover === null) return '';
  const told = turnTold(last, names[mover], language);
  return HANSE_CATALOGUES[language].box.last(`${told}.`);
}

/** Whether nobody has played yet in this round: anything that is played shows in one of these. */
function isUntouched({ deck_count, exchanges, won }: TableView): boolean {
  return deck_count === FULL_DECK && exchanges === 0 && !won[0].length && !won[1].length;
}

/** Marked cards that only need more of the other kind of card. */
const UNFINISHED: readonly (string | null)[] = ['nothing_given', 'nothing_taken', 'swap_uneven'];

/** What is still missing, or why it can't be. */
function refused(proposal: Proposal, t: HanseWords, language: Language): Partial<BoxLine> {
  const { gets, gives, code } = proposal;
  const [got, given] = [cardsTold(gets, language), cardsTold(gives, language)];
  const more = got && given ? t.box.against(got, given) : t.box.soFar(got || given);
  if (UNFINISHED.includes(code)) return { main: missing(total(gets) - total(gives), t), more };
  const why = code === null ? undefined : t.refusals[code];
  return { main: why ?? t.needs.nothing, more, isWrong: true };
}

/** So many more cards are taken than given, or fewer. */
function missing(count: number, t: HanseWords): string {
  return count > 0 ? t.needs.fromOwn(count) : t.needs.fromMarket(-count);
}

function offered(proposal: Proposal, table: TableView, language: Language): Partial<BoxLine> {
  const t = HANSE_CATALOGUES[language];
  const { gets, gives, turn } = proposal;
  const read = readTurn(turn ?? '');
  const key = t.box.keys[read.kind];
  const [got, given] = [cardsTold(gets, language), cardsTold(gives, language)];
  switch (read.kind) {
    case 'take':
      return { main: t.box.take(got), key, ...after(table, total(gets), 1, t) };
    case 'horses':
      return { main: t.box.horses(total(gets)), key, ...after(table, total(gets), 0, t) };
    case 'swap':
      return { main: t.box.swap(got, given), key, ...after(table, 0, countOf(gives, 'horse'), t) };
    case 'sell':
      return { main: t.box.sell(given), key, ...sold(proposal, table, t) };
  }
}

/** How full the hand will be, or that the round ends because the pile is too small. */
function after(table: TableView, drawn: number, more: number, t: HanseWords): Partial<BoxLine> {
  const missing = lacking(table, drawn);
  if (missing > 0) return { more: t.box.lastDeck(missing), isWarning: true };
  return { more: t.box.handAfter(table.hand_count[table.turn] + more, HAND_LIMIT) };
}

function sold(proposal: Proposal, table: TableView, t: HanseWords): Partial<BoxLine> {
  const { gives, tokens, unpaid, tier } = proposal;
  const good = KINDS.find((kind) => countOf(gives, kind) > 0);
  if (!good || !isGood(good)) return {};
  const count = countOf(gives, good);
  const facts = [
    endsByPiles(table, good, count) ? t.box.lastPile : '',
    tokens.length === 0 ? t.box.earnsNothing : unpaid > 0 ? t.box.unpaid(unpaid) : '',
    count >= 3 && tier === null ? t.box.councilEmpty : '',
  ].filter(Boolean);
  return {
    sold: good,
    sum: tokens.reduce((sum, value) => sum + value, 0),
    more: facts.join(' '),
    isWarning: facts.length > 0,
  };
}
