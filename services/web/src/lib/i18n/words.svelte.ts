// The texts in the language that this device has chosen.

import { settings, type Language } from '../settings.svelte';
import { de } from './de';
import { en } from './en';
import { gameDe } from './game.de';
import { gameEn } from './game.en';

export const CATALOGUES = { de, en };
export const GAME_CATALOGUES = { de: gameDe, en: gameEn };

/** Texts of the pages around the table. */
export const words = {
  get t() {
    return CATALOGUES[settings.language];
  },
  get game() {
    return GAME_CATALOGUES[settings.language];
  },
};

/** The server's sentence in the language of this device. */
export function sentence(text: Record<string, string>, language: Language): string {
  return text[language] || Object.values(text)[0] || '';
}
