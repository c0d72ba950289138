// The texts of the pages around the tables, in the language that this device has chosen.

import { settings, type Language } from '../settings.svelte';
import { accountDe } from './account.de';
import { accountEn } from './account.en';
import { de } from './de';
import { en } from './en';

export const CATALOGUES = { de, en };
export const ACCOUNT_CATALOGUES = { de: accountDe, en: accountEn };

export const words = {
  get t() {
    return CATALOGUES[settings.language];
  },
  /** Accounts, profiles, the ranking. */
  get account() {
    return ACCOUNT_CATALOGUES[settings.language];
  },
};

/** The server's sentence in the language of this device. */
export function sentence(text: Record<string, string>, language: Language): string {
  return text[language] || Object.values(text)[0] || '';
}
