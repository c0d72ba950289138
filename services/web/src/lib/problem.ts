// Why something did not work, in a sentence for people.

import { RefusedError } from './api';
import { sentence, words } from './i18n/words.svelte';
import { settings } from './settings.svelte';

/** The server's own sentence, or that nothing came of it. */
export function sentenceOf(error: unknown): string {
  return error instanceof RefusedError
    ? sentence(error.text, settings.language)
    : words.t.app.failed;
}
