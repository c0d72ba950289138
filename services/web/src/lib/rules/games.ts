// The games of stones that this client can play, and their variants.

import { DARA } from './dara';
import type { GameKey, Law, Options } from './law';
import { MILLS } from './mills';
import { THREE, TICTACTOE } from './three';

export const GAMES: Readonly<Record<GameKey, Law>> = {
  mills: MILLS,
  three: THREE,
  dara: DARA,
  tictactoe: TICTACTOE,
};

export const GAME_KEYS = Object.keys(GAMES) as GameKey[];

/** The game of that key, if this client can play it. */
export function gameKey(key: string | undefined): GameKey | null {
  return GAME_KEYS.find((known) => known === key) ?? null;
}

/** A variant's options with some of them changed. Does not check the values: the server does. */
export function resolve(
  game: GameKey,
  variant: string,
  changed: Record<string, unknown> = {},
): Options {
  const { variants, plain } = GAMES[game];
  const base = variant in variants ? variants[variant] : variants[plain];
  return { ...base, ...(changed as Partial<Options>) };
}
