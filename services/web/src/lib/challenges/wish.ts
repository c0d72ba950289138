// What somebody last wished for who challenged or sought a game; this device remembers it.

import { gameKey, GAMES } from '../rules/games';
import type { GameKey } from '../rules/law';
import { keep, recall } from '../storage';
import { isRatable, isTime, STAKES, usualWish, type First, type Wish } from '../terms';

const KEY = 'spielcenter.challenge';
const FIRST: readonly First[] = ['host', 'guest', 'random'];

type Stored = Record<string, unknown>;

/** The last wish, or the usual one. */
export function rememberedWish(): Wish {
  const stored = recall(KEY);
  const game = gameKey(String(stored.game)) ?? 'mills';
  const usual = usualWish(game);
  return {
    ...usual,
    ...rulesIn(stored, game, usual),
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

function rulesIn(stored: Stored, game: GameKey, usual: Wish): Partial<Wish> {
  const { variant, flying, mill_protection: protection } = stored;
  if (typeof variant !== 'string' || !(variant in GAMES[game].variants)) return {};
  return {
    variant,
    flying: typeof flying === 'boolean' ? flying : usual.flying,
    mill_protection: typeof protection === 'boolean' ? protection : usual.mill_protection,
    first: FIRST.find((each) => each === stored.first) ?? usual.first,
  };
}

function timeIn({ minutes, seconds }: Stored, usual: Wish): Pick<Wish, 'minutes' | 'seconds'> {
  const isKnown = minutes === null || typeof minutes === 'number';
  if (!isKnown || typeof seconds !== 'number' || !isTime(minutes, seconds)) return usual;
  return { minutes, seconds };
}

function kindIn({ kind, stake }: Stored, game: GameKey): Partial<Wish> {
  if (kind !== 'rated' || !isRatable(game)) return {};
  return { kind, stake: STAKES.find((each) => each === stake) ?? 0 };
}
