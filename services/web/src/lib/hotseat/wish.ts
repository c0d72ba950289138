// What two people wish for who play at this device; it remembers that.

import type { RoomTerms } from '../protocol/generated';
import { playKey, type PlayKey } from '../games';
import { keep, recall } from '../storage';
import { gameTerms, isTime, rulesIn, timeOf, usualOf, type GameWish } from '../terms';
import { NOBODY, pairOf, type Pair } from './names.svelte';

export interface HotseatWish extends GameWish {
  /** Null without a clock. */
  minutes: number | null;
  seconds: number;
  names: Pair;
}

const KEY = 'spielcenter.hotseat';

/** The last wish on this device, or the usual one; for that game, if one is named. */
export function rememberedWish(game: PlayKey | null): HotseatWish {
  const stored = recall(KEY);
  const wanted = game ?? playKey(String(stored.game)) ?? 'mills';
  const usual = { ...usualOf(wanted), minutes: null, seconds: 0, names: NOBODY };
  const wish = { ...usual, ...timeIn(stored), names: pairOf(stored.names) };
  return stored.game === wanted ? { ...wish, ...rulesIn(stored, wanted) } : wish;
}

function timeIn({ minutes, seconds }: Record<string, unknown>): {
  minutes: number | null;
  seconds: number;
} {
  const time = { minutes: Number(minutes ?? NaN), seconds: Number(seconds ?? NaN) };
  return isTime(time.minutes, time.seconds) ? time : { minutes: null, seconds: 0 };
}

export function rememberWish(wish: HotseatWish): void {
  keep(KEY, wish);
}

/** The terms that the wish means. Who begins is not among them: the two just sit so. */
export function hotseatTerms(wish: HotseatWish): RoomTerms {
  return { game: { ...gameTerms(wish, timeOf(wish)), kind: 'hotseat' }, first: 'host' };
}
