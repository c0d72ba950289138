// What somebody last wished for who challenged or sought a game; this device remembers it.

import { playKey, type PlayKey } from '../games';
import { keep, recall } from '../storage';
import { isRatable, isTime, rulesIn, STAKES, usualWish, type First, type Wish } from '../terms';

const KEY = 'spielcenter.challenge';
const FIRST: readonly First[] = ['host', 'guest', 'random'];

type Stored = Record<string, unknown>;

/** The last wish, or the usual one; for that game, if one is named. */
export function rememberedWish(named: PlayKey | null = null): Wish {
  const stored = recall(KEY);
  const game = named ?? playKey(String(stored.game)) ?? 'mills';
  const usual = usualWish(game);
  return {
    ...usual,
    ...(stored.game === game ? rulesIn(stored, game) : {}),
    first: FIRST.find((each) => each === stored.first) ?? usual.first,
    ...timeIn(stored, usual),
    ...kindIn(stored, game),
  };
}

export function rememberWish(wish: Wish): void {
  keep(KEY, wish);
}

/** The wish as it can be played without an account on both sides. */
export function friendly(wish: Wish): Wish {
  return { ...wish, kind: 'friendly', stake: 0 };
}

function timeIn({ minutes, seconds }: Stored, usual: Wish): Pick<Wish, 'minutes' | 'seconds'> {
  const isKnown = minutes === null || typeof minutes === 'number';
  if (!isKnown || typeof seconds !== 'number' || !isTime(minutes, seconds)) return usual;
  return { minutes, seconds };
}

function kindIn({ kind, stake }: Stored, game: PlayKey): Partial<Wish> {
  if (kind !== 'rated' || !isRatable(game)) return {};
  return { kind, stake: STAKES.find((each) => each === stake) ?? 0 };
}
