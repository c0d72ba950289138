// What somebody wishes for who plays the computer; this device remembers it.

import { playKey, type PlayKey } from '../games';
import { STRENGTHS, type Strength } from '../players';
import type { RoomTerms } from '../protocol/generated';
import { keep, recall } from '../storage';
import { gameTerms, rulesIn, usualOf, type First, type GameWish } from '../terms';

export interface PracticeWish extends GameWish {
  strength: Strength;
  first: First;
}

const KEY = 'spielcenter.practice';
const FIRST: readonly First[] = ['host', 'guest', 'random'];
const UNTIMED = { base_ms: null, increment_ms: 0 };

/** The last wish on this device, or the usual one; for that game, if one is named. */
export function rememberedWish(game: PlayKey | null): PracticeWish {
  const stored = recall(KEY);
  const wanted = game ?? playKey(String(stored.game)) ?? 'mills';
  const wish: PracticeWish = {
    ...usualOf(wanted),
    strength: STRENGTHS.find((each) => each === stored.strength) ?? 'medium',
    first: FIRST.find((each) => each === stored.first) ?? 'host',
  };
  return stored.game === wanted ? { ...wish, ...rulesIn(stored, wanted) } : wish;
}

export function rememberWish(wish: PracticeWish): void {
  keep(KEY, wish);
}

/** The terms that the wish means: no clock, never rated. */
export function practiceTerms(wish: PracticeWish): RoomTerms {
  return { game: { ...gameTerms(wish, UNTIMED), kind: 'practice' }, first: wish.first };
}
