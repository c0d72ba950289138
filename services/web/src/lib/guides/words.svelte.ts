// The guides' own words in the language of this device.

import { settings, type Language } from '../settings.svelte';
import { guideDe } from './words.de';
import { guideEn } from './words.en';

export const GUIDE_CATALOGUES = { de: guideDe, en: guideEn };

export const guideWords = {
  get t() {
    return GUIDE_CATALOGUES[settings.language];
  },
};

/** Words in a row: "a, b und c", or "a, b oder c". */
export function joined(
  words: readonly string[],
  language: Language,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  // British English sets no comma before the last word, like the guides.
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.ListFormat(locale, { type }).format(words);
}
