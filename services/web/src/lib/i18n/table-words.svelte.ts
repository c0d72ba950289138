// The texts of tables, in the language that this device has chosen: they come with the first table.

import type { GameKey } from '../rules/law';
import { settings } from '../settings.svelte';
import { gameDe, type GameWords } from './game.de';
import { gameEn } from './game.en';
import { smallGamesDe } from './small-games.de';
import { smallGamesEn } from './small-games.en';

export const GAME_CATALOGUES = { de: gameDe, en: gameEn };
export const SMALL_GAME_CATALOGUES = { de: smallGamesDe, en: smallGamesEn };

/** The table's texts for each game: Mühle's, but where a small game says something else. */
const TABLES = {
  de: tables(gameDe, smallGamesDe),
  en: tables(gameEn, smallGamesEn),
};

export const tableWords = {
  /** What all tables say alike. */
  get game() {
    return GAME_CATALOGUES[settings.language];
  },
  /** What the table of that game says. */
  table(game: GameKey): GameWords {
    return TABLES[settings.language][game];
  },
};

function tables(
  mills: GameWords,
  small: typeof smallGamesDe,
): Readonly<Record<GameKey, GameWords>> {
  return {
    mills,
    three: merged(mills, small.three),
    dara: merged(mills, small.dara),
    tictactoe: merged(mills, small.tictactoe),
  };
}

/** The first, with whatever the second says instead. */
export function merged(whole: GameWords, changed: object): GameWords {
  const isPart = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const parts = Object.entries(changed).map(([key, value]: [string, unknown]) => {
    const before: unknown = whole[key as keyof GameWords];
    return [key, isPart(before) && isPart(value) ? { ...before, ...value } : value];
  });
  return { ...whole, ...(Object.fromEntries(parts) as Partial<GameWords>) };
}
