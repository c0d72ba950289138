// The texts about running games and chat at a table, in the language that this device has chosen.

import { settings } from '../settings.svelte';
import { liveDe } from './live.de';
import { liveEn } from './live.en';

export const LIVE_CATALOGUES = { de: liveDe, en: liveEn };

export const liveWords = {
  get t() {
    return LIVE_CATALOGUES[settings.language];
  },
};
