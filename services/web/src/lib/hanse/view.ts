// A match of Battlehanse as one viewer knows it: letter for letter what `libs/rules/hanse` shows.

import type { Outcome, Seat } from '../rules/state';
import type { HanseOptions } from './options';

export const GOODS = ['amber', 'gold', 'silver', 'cloth', 'salt', 'fur'] as const;
export const KINDS = [...GOODS, 'horse'] as const;
export type Good = (typeof GOODS)[number];
export type Kind = (typeof KINDS)[number];

/** For so many cards sold, or more, a council token is taken from that pile. */
export const TIERS = [3, 4, 5] as const;
export type Tier = (typeof TIERS)[number];

export type Two<T> = readonly [T, T];

/** Whose eyes: a seat, anybody, or after the end who sees both hands at every moment. */
export type Viewer = Seat | 'spectator' | 'all';

/** How many cards of each kind; none of a kind that is left out. */
export type GoodsCount = Readonly<Partial<Record<Good, number>>>;
export type GoodsToken = readonly [kind: Good, value: number];
/** The value is null to whoever can't see it. */
export type CouncilToken = readonly [tier: Tier, value: number | null];

/** One round. Pairs are ordered by seat; the first token of a pile is taken next. */
export interface TableView {
  /** In the order of kinds. */
  market: readonly Kind[];
  /** Cards of each hand that its owner took openly. */
  known: Two<GoodsCount>;
  stables: Two<number>;
  tokens: Readonly<Record<Good, readonly number[]>>;
  won: Two<readonly GoodsToken[]>;
  won_council: Two<readonly CouncilToken[]>;
  /** Cards that were sold in this round. */
  sold: GoodsCount;
  /** Who is to act. */
  turn: Seat;
  starter: Seat;
  /** Exchanges in a row. */
  exchanges: number;
  /** Null where the viewer can't see the hand. */
  hands: Two<GoodsCount | null>;
  hand_count: Two<number>;
  deck_count: number;
  council_count: Readonly<Record<`${Tier}`, number>>;
}

/** One side's part of a round's calculation: sums of values, and how many tokens. */
export interface Score {
  goods: number;
  council: number;
  stable: number;
  goods_count: number;
  council_count: number;
}

/** How a round ended. `winner` null: nobody gets the seal. */
export interface Sheet {
  winner: Seat | null;
  reason: string;
  scores: Two<number>;
  sheet: Two<Score>;
  next_starter: Seat;
}

export interface HanseView {
  game: 'hanse';
  version: number;
  options: HanseOptions;
  round: number;
  seals: Two<number>;
  starter: Seat;
  /** Who is to act; null between rounds and after the end. */
  seat: Seat | null;
  ply: number;
  last: string | null;
  /** Null before the first deal; between rounds the last table stays on show. */
  table: TableView | null;
  rounds: readonly Sheet[];
  result: (Outcome & { details: unknown }) | null;
}
