// The guides' texts: each game and language is a file of its own, fetched when somebody reads it.

import type { Language } from '../settings.svelte';
import type { GuideGame } from './games';
import { readGuide } from './parse';
import { GuideError, type Guide } from './tree';

const FILES = import.meta.glob<string>('../../../../../libs/rules/guides/*.{de,en}.md', {
  query: '?raw',
  import: 'default',
});

/** The guide of a game in a language. Rejects when it can't be fetched or read. */
export async function loadGuide(game: GuideGame, language: Language): Promise<Guide> {
  const name = `/${game}.${language}.md`;
  const [, load] = Object.entries(FILES).find(([path]) => path.endsWith(name)) ?? [];
  if (!load) throw new GuideError(`no guide${name}`);
  return readGuide(await load());
}
