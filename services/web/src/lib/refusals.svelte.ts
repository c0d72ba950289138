// Sentences for refusals of which only the code has come: the server has them all.

import { api } from './api';
import { settings } from './settings.svelte';
import { sentence } from './i18n/words.svelte';

type Texts = Record<string, Record<string, string>>;

class Refusals {
  #texts = $state.raw<Texts>({});
  #isAsked = false;

  /** The sentence, or an empty one until it is known; follows the language. */
  of(code: string | null | undefined): string {
    if (!code) return '';
    if (!this.#isAsked) void this.#ask();
    return code in this.#texts ? sentence(this.#texts[code], settings.language) : '';
  }

  async #ask(): Promise<void> {
    this.#isAsked = true;
    try {
      this.#texts = await api.messages();
    } catch {
      // Somebody will want to know it again.
      this.#isAsked = false;
    }
  }
}

export const refusals = new Refusals();
