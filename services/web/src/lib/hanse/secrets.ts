// After the end the deals' secrets are public: with them both hands are seen at every moment.

import { HAND_SIZE, isGood } from './goods';
import { readTurn } from './notation';
import { tierOf } from './play';
import type { DealShown, TurnShown } from './shown';
import type { HanseView, Kind } from './view';

/** The order of cards and council tokens behind a commitment, from a deal or a reshuffle on. */
export interface Secrets {
  dealt: {
    deck: readonly Kind[];
    council_3: readonly number[];
    council_4: readonly number[];
    council_5: readonly number[];
  };
  nonce: string;
}

/** What a deal shows to who sees everything. */
export function dealtToAll({ dealt }: Secrets, shown: DealShown): DealShown {
  const goods = (from: number): Kind[] => dealt.deck.slice(from, from + HAND_SIZE).filter(isGood);
  return { ...shown, hand: null, hands: [goods(0), goods(HAND_SIZE)] };
}

/**
 * What a turn shows to who sees everything: the value of its council token, too. `secrets` are
 * the last ones before the turn, of a deal or a reshuffle: tokens leave their piles from the top,
 * so what is left of a pile is its end.
 */
export function turnToAll(
  { dealt }: Secrets,
  view: HanseView,
  turn: string,
  shown: TurnShown | null | undefined,
): TurnShown {
  const { table } = view;
  const move = readTurn(turn);
  const tier = table && move.kind === 'sell' ? tierOf(table, move.count) : null;
  if (!table || tier === null) return { ...shown };
  const pile = dealt[`council_${tier}`];
  return { ...shown, council: pile[pile.length - table.council_count[tier]] };
}
