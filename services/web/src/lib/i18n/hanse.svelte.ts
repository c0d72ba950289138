// The texts of Battlehanse's table, in the language that this device has chosen.

import { settings } from '../settings.svelte';
import { hanseDe } from './hanse.de';
import { hanseEn } from './hanse.en';

export const HANSE_CATALOGUES = { de: hanseDe, en: hanseEn };

export const hanse = {
  get t() {
    return HANSE_CATALOGUES[settings.language];
  },
};
