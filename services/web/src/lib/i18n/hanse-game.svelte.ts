// The texts around the cards, and what all tables say with Battlehanse's own words in it.

import { settings } from '../settings.svelte';
import type { GameWords } from './game.de';
import { hanseGameDe, type HanseGameWords } from './hanse-game.de';
import { hanseGameEn } from './hanse-game.en';
import { GAME_CATALOGUES, merged } from './table-words.svelte';

export const HANSE_GAME_CATALOGUES = { de: hanseGameDe, en: hanseGameEn };

const TABLES = {
  de: table(GAME_CATALOGUES.de, hanseGameDe),
  en: table(GAME_CATALOGUES.en, hanseGameEn),
};

export const hanseGame = {
  get t() {
    return HANSE_GAME_CATALOGUES[settings.language];
  },
  /** What the table says alike with all others, and what otherwise. */
  get table() {
    return TABLES[settings.language];
  },
};

function table(words: GameWords, { table: changed, endings }: HanseGameWords): GameWords {
  return merged(words, { ...changed, endings });
}
