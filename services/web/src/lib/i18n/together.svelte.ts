// The texts about what two people agree on, in the language that this device has chosen.

import { settings } from '../settings.svelte';
import { togetherDe } from './together.de';
import { togetherEn } from './together.en';

export const TOGETHER_CATALOGUES = { de: togetherDe, en: togetherEn };

export const together = {
  get t() {
    return TOGETHER_CATALOGUES[settings.language];
  },
};
