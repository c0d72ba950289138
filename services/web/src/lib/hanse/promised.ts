// Whether a match came as its secrets say: played on them alone, it must show what was shown.

import { evolve } from '../game/fold';
import { latest, type Timeline } from '../game/timeline';
import type { Dealt, SeenEvent, TurnPlayed } from '../protocol/generated';
import type { Seat } from '../rules/state';
import { isHanse } from './course';
import { CARDS, COUNCIL, counted, countOf, DECK_SIZE, HAND_SIZE, plus, type Counts } from './goods';
import { isShuffled, withSecrets } from './replay';
import { dealtToAll, turnToAll, type Secrets } from './secrets';
import type { DealShown, TurnShown } from './shown';
import { KINDS, TIERS, type HanseView, type Kind, type TableView, type Tier } from './view';

/** Where the two cards beside the horses of a new market lie. */
const MARKET = [2 * HAND_SIZE, 2 * HAND_SIZE + 2] as const;

/** One event of the match as it is played on the secrets. */
interface Step {
  event: SeenEvent;
  secret: Secrets;
  before: HanseView | null;
  after: HanseView;
}

/** `seat`: who was shown what the events show to one seat alone. */
export function cameAsPromised(
  events: readonly SeenEvent[],
  secrets: readonly Secrets[],
  seat: Seat | null,
): boolean {
  return steps(events, secrets).every((step) => isWhole(step) && isAsShown(step, seat));
}

function steps(events: readonly SeenEvent[], secrets: readonly Secrets[]): Step[] {
  let timeline: Timeline | null = null;
  return withSecrets(events, secrets).flatMap(({ event, secret }) => {
    const before = viewOf(timeline);
    const shown = secret && whatLay(event, secret, before);
    timeline = evolve(timeline, { ...event, shown }, 'all');
    const after = viewOf(timeline);
    return secret && after ? [{ event, secret, before, after }] : [];
  });
}

function viewOf(timeline: Timeline | null): HanseView | null {
  return timeline && isHanse(timeline) ? latest(timeline).state : null;
}

/** What that event shows to who sees everything, by the secrets; null if it shows no cards. */
function whatLay(
  { type, data }: SeenEvent,
  secret: Secrets,
  view: HanseView | null,
): DealShown | TurnShown | null {
  if (type === 'games.dealt') return dealLay(secret);
  return type === 'games.turn_played' && view ? turnLay(data as TurnPlayed, secret, view) : null;
}

function dealLay(secret: Secrets): DealShown {
  const { deck } = secret.dealt;
  const horses = (from: number): number =>
    countOf(counted(deck.slice(from, from + HAND_SIZE)), 'horse');
  const stables = [horses(0), horses(HAND_SIZE)] as const;
  return dealtToAll(secret, { market: deck.slice(...MARKET), stables, hand: null });
}

function turnLay({ turn, shown }: TurnPlayed, secret: Secrets, view: HanseView): TurnShown {
  const { deck } = secret.dealt;
  const next = deck.length - deckCount(view);
  const { refill = [] } = (shown ?? {}) as TurnShown;
  return turnToAll(secret, view, turn, { refill: deck.slice(next, next + refill.length) });
}

function deckCount(view: HanseView | null): number {
  return view?.table?.deck_count ?? 0;
}

/** Whether a shuffle has each card and each council token of the game, and none twice. */
function isWhole({ event, secret: { dealt }, after: { table } }: Step): boolean {
  if (!isShuffled(event) || !table) return true;
  const { deck } = dealt;
  if (deck.length !== (event.type === 'games.dealt' ? DECK_SIZE : table.deck_count)) return false;
  const pile = counted(deck.slice(deck.length - table.deck_count));
  return (
    isEqual(plus(pile, lyingOpenTo(table)), CARDS) &&
    TIERS.every((tier) => isEqualPile([...dealt[`council_${tier}`], ...wonOf(table, tier)], tier))
  );
}

/** All cards but those of the draw pile. */
function lyingOpenTo({ market, hands, stables, sold }: TableView): Counts {
  const horses = { horse: stables[0] + stables[1] };
  const held = hands.map((hand): Counts => hand ?? {});
  return [counted(market), horses, sold, ...held].reduce(plus);
}

function wonOf({ won_council }: TableView, tier: Tier): number[] {
  return won_council.flat().flatMap(([from, value]) => (from === tier && value ? [value] : []));
}

function isEqual(one: Counts, other: Counts): boolean {
  return KINDS.every((kind) => countOf(one, kind) === countOf(other, kind));
}

function isEqualPile(values: readonly number[], tier: Tier): boolean {
  return [...values].sort((a, b) => a - b).join() === COUNCIL[tier].join();
}

/** Whether what was shown to all, and to that seat alone, is what lay there. */
function isAsShown(step: Step, seat: Seat | null): boolean {
  const truth = truthOf(step, seat);
  if (!truth) return true;
  const { data, shown: own } = step.event;
  const { shown } = data as Dealt | TurnPlayed;
  return [shown, own].every((each) =>
    Object.entries((each ?? {}) as Truth).every(
      ([key, value]) => value === null || textOf(value) === textOf(truth[key]),
    ),
  );
}

/** What an event shows, by its names there. */
type Truth = Readonly<Record<string, unknown>>;

/** What that event could show to all and to that seat; null if it shows no cards. */
function truthOf(step: Step, seat: Seat | null): Truth | null {
  const { event, secret, before } = step;
  const lay = whatLay(event, secret, before);
  if (!lay) return null;
  if (!('market' in lay)) return turnTruth(step, lay, seat);
  const { market, stables, hands } = lay;
  return { market, stables, hand: seat === null ? null : hands?.[seat] };
}

function turnTruth({ event, before, after }: Step, lay: TurnShown, seat: Seat | null): Truth {
  const { refill = [], council } = lay;
  const isOwn = (event.data as TurnPlayed).seat === seat;
  const isWholeRefill = deckCount(before) - deckCount(after) === refill.length;
  const { won_council, hands } = after.table ?? {};
  return { won_council, hands, council: isOwn && council, refill: isWholeRefill && refill };
}

/** The same for the same cards: those that come together have no order among them. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (isCards(part)) return [...part].sort();
    return isCounts(part) ? KINDS.map((kind) => countOf(part, kind)) : part;
  });
}

function isCards(part: unknown): part is Kind[] {
  return Array.isArray(part) && part.every((each) => typeof each === 'string');
}

function isCounts(part: unknown): part is Counts {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
