// The texts in the language that this device has chosen.

import type { GameKey } from '../rules/law';
import { settings, type Language } from '../settings.svelte';
import { accountDe } from './account.de';
import { accountEn } from './account.en';
import { de } from './de';
import { en } from './en';
import { gameDe, type GameWords } from './game.de';
import { gameEn } from './game.en';
import { smallGamesDe } from './small-games.de';
import { smallGamesEn } from './small-games.en';

export const CATALOGUES = { de, en };
export const ACCOUNT_CATALOGUES = { de: accountDe, en: accountEn };
export const GAME_CATALOGUES = { de: gameDe, en: gameEn };
export const SMALL_GAME_CATALOGUES = { de: smallGamesDe, en: smallGamesEn };

/** The table's texts for each game: Mühle's, but where a small game says something else. */
const TABLES = {
  de: tables(gameDe, smallGamesDe),
  en: tables(gameEn, smallGamesEn),
};

/** Texts of the pages around the table, and of tables. */
export const words = {
  get t() {
    return CATALOGUES[settings.language];
  },
  /** Accounts, profiles, the ranking. */
  get account() {
    return ACCOUNT_CATALOGUES[settings.language];
  },
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

/** The server's sentence in the language of this device. */
export function sentence(text: Record<string, string>, language: Language): string {
  return text[language] || Object.values(text)[0] || '';
}
