// The texts for two at one device, in the language that this device has chosen.

import { settings } from '../settings.svelte';
import { hotseatDe } from './hotseat.de';
import { hotseatEn } from './hotseat.en';

export const HOTSEAT_CATALOGUES = { de: hotseatDe, en: hotseatEn };

export const hotseat = {
  get t() {
    return HOTSEAT_CATALOGUES[settings.language];
  },
};
