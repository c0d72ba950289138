// The texts about challenges and offers, in the language that this device has chosen.

import { settings } from '../settings.svelte';
import { challengesDe } from './challenges.de';
import { challengesEn } from './challenges.en';

export const CHALLENGE_CATALOGUES = { de: challengesDe, en: challengesEn };

export const challengeWords = {
  get t() {
    return CHALLENGE_CATALOGUES[settings.language];
  },
};
