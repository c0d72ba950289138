// The info about a card, a pile or a token in words.

import { HANSE_CATALOGUES } from '../i18n/hanse.svelte';
import type { HanseWords } from '../i18n/hanse.de';
import type { Seat } from '../rules/state';
import type { Language } from '../settings.svelte';
import { CARDS, COUNCIL, counted, countOf, isPrecious, STABLE_VALUE } from './goods';
import {
  councilWith,
  emptyPiles,
  goodFacts,
  lacking,
  stableLead,
  tokensOf,
  type GoodFacts,
  type Topic,
} from './info';
import { TIERS, type Good, type Kind, type TableView, type Tier } from './view';

export interface TokenRow {
  look: Good | 'council';
  /** Of a token that lies face down its pile: `5+?`. */
  values: readonly (number | string)[];
}

export interface InfoText {
  title: string;
  /** What is pictured; null: the back of a card; undefined: nothing but the tokens. */
  picture: Kind | Tier | null | undefined;
  facts: readonly (readonly [label: string, value: string])[];
  /** Tokens that are pictured, by kind. */
  tokens: readonly TokenRow[];
  rule: string;
  now: readonly string[];
}

export interface Teller {
  table: TableView;
  /** Whose eyes; null: whoever watches. */
  seat: Seat | null;
  names: readonly [string, string];
  /** Whether remembered cards are told. */
  hasHelp: boolean;
  language: Language;
}

export function infoTold(topic: Topic, teller: Teller): InfoText {
  switch (topic.about) {
    case 'good':
      return goodTold(topic.good, teller);
    case 'horse':
      return horseTold(teller);
    case 'deck':
      return deckTold(teller);
    case 'council':
      return councilTold(topic.tier, teller);
    case 'stable':
      return stableTold(teller);
    case 'won':
      return wonTold(topic.seat, teller);
  }
}

function goodTold(good: Good, teller: Teller): InfoText {
  const { table, seat, hasHelp } = teller;
  const t = HANSE_CATALOGUES[teller.language];
  const facts = goodFacts(table, good, seat);
  const remembered: [string, string][] = hasHelp
    ? [
        [t.info.remembered, `${facts.remembered}`],
        [t.info.unseen, `${facts.unseen}`],
      ]
    : [];
  const own: [string, string][] = seat === null ? [] : [[t.info.own, `${facts.own}`]];
  return {
    title: t.card(good),
    picture: good,
    facts: [
      [t.info.total, `${CARDS[good]}`],
      [t.info.market, `${facts.market}`],
      ...own,
      ...(seat === null ? [] : remembered),
      [t.info.sold, `${facts.sold}`],
    ],
    tokens: [{ look: good, values: table.tokens[good] }],
    rule: `${isPrecious(good) ? t.info.precious : t.info.common} ${t.info.pileRule}`,
    now: [
      ...(seat === null ? [] : [saleTold(good, facts, t), ...takeTold(facts, t, teller)]),
      t.info.pilesEmpty(Math.min(2, emptyPiles(table))),
    ].filter(Boolean),
  };
}

/** What selling all own cards of these goods would bring. */
function saleTold(good: Good, { own, sale }: GoodFacts, t: HanseWords): string {
  if (own === 0) return t.info.noneOwn;
  if (!sale) return t.info.needsTwo;
  const what = t.amount(good, sale.count);
  const sum = sale.values.reduce((all, value) => all + value, 0);
  const earned =
    sale.values.length === 0
      ? t.info.saleNothing(what)
      : sale.values.length === 1
        ? t.info.saleOne(what, sum)
        : t.info.sale(what, sale.values.join(' + '), sum);
  if (sale.tier === null) return earned;
  return `${earned} ${sale.hasCouncil ? t.info.saleCouncil(sale.tier) : t.info.saleNoCouncil}`;
}

function takeTold(facts: GoodFacts, t: HanseWords, { hasHelp }: Teller): string[] {
  const taken = facts.market === 0 ? '' : facts.isHandFull ? t.info.handFull : t.info.takeable;
  return [taken, hasHelp && facts.ownKnown ? t.info.ownKnown(facts.ownKnown) : ''];
}

function stables(t: HanseWords, { table, seat, names }: Teller): [string, string][] {
  return ([0, 1] as const).map((one) => [
    one === seat ? t.info.stableOwn : t.info.stableOf(names[one]),
    `${table.stables[one]}`,
  ]);
}

function horseTold(teller: Teller): InfoText {
  const { table, seat } = teller;
  const t = HANSE_CATALOGUES[teller.language];
  const market = countOf(counted(table.market), 'horse');
  const takeable = market ? t.info.horsesTake(market) : t.info.horsesNone;
  const missing = lacking(table, market);
  return {
    title: t.card('horse'),
    picture: 'horse',
    facts: [[t.info.total, `${CARDS.horse}`], [t.info.market, `${market}`], ...stables(t, teller)],
    tokens: [],
    rule: t.info.horseRule,
    now: [
      seat === null ? '' : takeable,
      missing ? t.info.deckHorses(missing) : '',
      leadTold(t, teller),
    ].filter(Boolean),
  };
}

function leadTold(t: HanseWords, { table, seat, names }: Teller): string {
  const { seat: leader, lead } = stableLead(table);
  if (leader === null) return t.info.stableNobody;
  return leader === seat ? t.info.stableYou(lead) : t.info.stableThem(names[leader], lead);
}

function deckTold({ table, language }: Teller): InfoText {
  const t = HANSE_CATALOGUES[language];
  const left = table.deck_count;
  const missing = lacking(table, countOf(counted(table.market), 'horse'));
  return {
    title: t.info.deckTitle,
    picture: null,
    facts: [[t.info.deckLeft, `${left}`]],
    tokens: [],
    rule: t.info.deckRule,
    now: [
      left ? t.info.deckEnough(left) : t.info.deckLast,
      left && missing ? t.info.deckHorses(missing) : '',
    ].filter(Boolean),
  };
}

function councilTold(tier: Tier, { table, seat, language }: Teller): InfoText {
  const t = HANSE_CATALOGUES[language];
  const left = table.council_count[`${tier}`];
  const all = COUNCIL[tier];
  const own = seat === null ? null : councilWith(table, tier, seat);
  const mine = seat === null ? '' : t.info.councilNot(tier);
  return {
    title: t.info.councilTitle(tier),
    picture: tier,
    facts: [
      [t.info.councilLeft, t.info.councilOf(left, all.length)],
      [t.info.councilValues, all.join(', ')],
    ],
    tokens: [],
    rule: t.info.councilRule(tier),
    now: [
      left === 0 ? t.info.councilGone : own ? t.info.councilNow(t.amount(own[0], own[1])) : mine,
    ].filter(Boolean),
  };
}

function stableTold(teller: Teller): InfoText {
  const t = HANSE_CATALOGUES[teller.language];
  return {
    title: t.info.stableTitle,
    picture: 'horse',
    facts: [[t.info.stableValue, t.won.points(STABLE_VALUE)], ...stables(t, teller)],
    tokens: [],
    rule: t.info.stableRule,
    now: [leadTold(t, teller)],
  };
}

function wonTold(seat: Seat, { table, seat: own, names, language }: Teller): InfoText {
  const t = HANSE_CATALOGUES[language];
  const won = table.won[seat];
  const council = table.won_council[seat].map(([tier, value]) => value ?? `${t.tier(tier)}?`);
  const seen = council.filter((value) => typeof value === 'number');
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const rows: TokenRow[] = [...tokensOf(won), { look: 'council', values: council }];
  const hidden = council.length - seen.length;
  return {
    title: seat === own ? t.won.own : t.won.of(names[seat]),
    picture: undefined,
    facts: [
      [t.piles, t.info.wonOf(won.length, sum(won.map(([, value]) => value)))],
      [t.council, t.info.wonOf(council.length, hidden ? null : sum(seen))],
    ],
    tokens: rows.filter(({ values }) => values.length),
    rule: t.info.wonRule,
    now: won.length + council.length ? [] : [t.won.none],
  };
}

export const isTier = (picture: Kind | Tier): picture is Tier =>
  (TIERS as readonly unknown[]).includes(picture);
