// The texts about one's own games, in the language that this device has chosen.

import { settings } from '../settings.svelte';
import { mineDe } from './mine.de';
import { mineEn } from './mine.en';

export const MINE_CATALOGUES = { de: mineDe, en: mineEn };

export const mineWords = {
  get t() {
    return MINE_CATALOGUES[settings.language];
  },
};
