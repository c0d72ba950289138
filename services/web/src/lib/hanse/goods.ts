// Counts of cards, and the numbers of the game.

import { GOODS, KINDS, TIERS, type Good, type GoodsCount, type Kind, type Tier } from './view';

/** How many cards of each kind, horses among them; none of a kind that is left out. */
export type Counts = Readonly<Partial<Record<Kind, number>>>;

export const MARKET_SIZE = 5;
export const HAND_SIZE = 5;
export const HAND_LIMIT = 7;
export const FEWEST_SWAPPED = 2;
export const STABLE_VALUE = 5;
/** So many empty piles of goods tokens end a round. */
export const PILES_AT_END = 3;
/** Horses in the market before the other cards are dealt. */
export const LAID_OUT = 3;
/** The cards that are shuffled for a round. */
export const DECK_SIZE = 52;

/** All cards of each kind. */
export const CARDS: Readonly<Record<Kind, number>> = {
  amber: 6,
  gold: 6,
  silver: 6,
  cloth: 8,
  salt: 8,
  fur: 10,
  horse: 11,
};

/** The tokens of a new round, the first is taken first. */
export const TOKENS: Readonly<Record<Good, readonly number[]>> = {
  amber: [7, 7, 5, 5, 5],
  gold: [6, 6, 5, 5, 5],
  silver: [5, 5, 5, 5, 5],
  cloth: [5, 3, 3, 2, 2, 1, 1],
  salt: [5, 3, 3, 2, 2, 1, 1],
  fur: [4, 3, 2, 1, 1, 1, 1, 1, 1],
};

/** The council tokens of a new round, in the order of their values. */
export const COUNCIL: Readonly<Record<Tier, readonly number[]>> = {
  3: [1, 1, 2, 2, 2, 3, 3],
  4: [4, 4, 5, 5, 6, 6],
  5: [8, 8, 9, 10, 10],
};

export function isGood(kind: Kind): kind is Good {
  return kind !== 'horse';
}

/** Precious goods are sold in twos or more. */
export function isPrecious(kind: Kind): boolean {
  return kind === 'amber' || kind === 'gold' || kind === 'silver';
}

/** The fewest cards of these goods that can be sold at once. */
export function fewestSold(good: Good): number {
  return isPrecious(good) ? 2 : 1;
}

/** The council pile for so many cards sold at once, whether or not a token is left in it. */
export function tierFor(count: number): Tier | null {
  return TIERS.findLast((tier) => count >= tier) ?? null;
}

export function countOf(counts: Counts, kind: Kind): number {
  return counts[kind] ?? 0;
}

/** All cards together. */
export function total(counts: Counts): number {
  return KINDS.reduce((sum, kind) => sum + countOf(counts, kind), 0);
}

/** How many of each kind these cards are. */
export function counted(cards: readonly Kind[]): Counts {
  return made((kind) => cards.filter((card) => card === kind).length);
}

/** The cards themselves, in the order of kinds. */
export function spread(counts: Counts): Kind[] {
  return KINDS.flatMap((kind) => new Array<Kind>(countOf(counts, kind)).fill(kind));
}

/** Both together. */
export function plus(one: Counts, other: Counts): Counts {
  return made((kind) => countOf(one, kind) + countOf(other, kind));
}

/** What is left of `one`; never less than nothing. */
export function without(one: Counts, other: Counts): Counts {
  return made((kind) => Math.max(0, countOf(one, kind) - countOf(other, kind)));
}

/** The goods alone: what is in a hand, or in sight of it. */
export function goodsOf(counts: Counts): GoodsCount {
  const goods: Partial<Record<Good, number>> = {};
  for (const good of GOODS) if (countOf(counts, good) > 0) goods[good] = counts[good];
  return goods;
}

function made(number: (kind: Kind) => number): Counts {
  const counts: Partial<Record<Kind, number>> = {};
  for (const kind of KINDS) {
    const n = number(kind);
    if (n > 0) counts[kind] = n;
  }
  return counts;
}
