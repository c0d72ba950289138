// What a viewer is shown of a deal or a turn beyond its text.

import type { CouncilToken, GoodsCount, Kind, Two } from './view';

export interface DealShown {
  /** The two cards beside the horses. */
  market: readonly Kind[];
  stables: Two<number>;
  /** A seat's own goods. */
  hand: readonly Kind[] | null;
  /** Both hands' goods, for who sees everything. */
  hands?: Two<readonly Kind[]>;
}

export interface TurnShown {
  /** The cards that were laid out in the market. */
  refill?: readonly Kind[];
  /** The value of the council token that a sale took. */
  council?: number | null;
  /** At a round's end, all values. */
  won_council?: Two<readonly CouncilToken[]>;
  /** At the match's end. */
  hands?: Two<GoodsCount>;
}
