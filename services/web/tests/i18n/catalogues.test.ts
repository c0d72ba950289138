import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/lib/i18n/rules';
import { CHALLENGE_CATALOGUES } from '../../src/lib/i18n/challenges.svelte';
import { HANSE_GAME_CATALOGUES } from '../../src/lib/i18n/hanse-game.svelte';
import { HANSE_CATALOGUES } from '../../src/lib/i18n/hanse.svelte';
import { LIVE_CATALOGUES } from '../../src/lib/i18n/live.svelte';
import { LOBBY_CATALOGUES } from '../../src/lib/i18n/lobby.svelte';
import { HOTSEAT_CATALOGUES } from '../../src/lib/i18n/hotseat.svelte';
import { MINE_CATALOGUES } from '../../src/lib/i18n/mine.svelte';
import { TOGETHER_CATALOGUES } from '../../src/lib/i18n/together.svelte';
import { GAME_CATALOGUES, SMALL_GAME_CATALOGUES } from '../../src/lib/i18n/table-words.svelte';
import { ACCOUNT_CATALOGUES, CATALOGUES, sentence } from '../../src/lib/i18n/words.svelte';

/** Every text's path, so that two catalogues can be compared. */
function paths(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, inner]) => paths(inner, `${at}.${key}`));
}

/** Every plain text. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe('the catalogues', () => {
  it.each([
    ['pages', CATALOGUES],
    ['accounts', ACCOUNT_CATALOGUES],
    ['table', GAME_CATALOGUES],
    ['small games', SMALL_GAME_CATALOGUES],
    ['agreements', TOGETHER_CATALOGUES],
    ['own games', MINE_CATALOGUES],
    ['two at one device', HOTSEAT_CATALOGUES],
    ['running games and tables', LIVE_CATALOGUES],
    ['challenges', CHALLENGE_CATALOGUES],
    ['waiting room', LOBBY_CATALOGUES],
    ['trading table', HANSE_CATALOGUES],
    ['match of Battlehanse', HANSE_GAME_CATALOGUES],
  ])('of the %s have the same texts in both languages', (_, { de, en }) => {
    expect(paths(en).sort()).toEqual(paths(de).sort());
    expect([...texts(de), ...texts(en)].filter((text) => text.trim() === '')).toEqual([]);
  });

  it('tell the table\u2019s rules in as many chapters and paragraphs', () => {
    const shape = (guide: typeof RULES.de): number[] =>
      guide.chapters.map(({ paragraphs }) => paragraphs.length);
    expect(shape(RULES.en)).toEqual(shape(RULES.de));
  });

  it('name every end of a game', () => {
    const reasons =
      'stones blocked full_board line repetition no_mill no_capture no_progress'.split(' ');
    const outside = 'resigned left claimed time brake agreement'.split(' ');
    const known = Object.keys(GAME_CATALOGUES.de.endings);
    expect(known.sort()).toEqual([...reasons, ...outside].sort());
  });

  it('of the small games only change texts that the table has', () => {
    const table = paths(GAME_CATALOGUES.de);
    const changed = Object.values(SMALL_GAME_CATALOGUES.de).flatMap((small) => paths(small));
    expect(changed.filter((path) => !table.includes(path))).toEqual([]);
  });

  it('take the server\u2019s sentence in the language of the device', () => {
    expect(sentence({ de: 'Nein', en: 'No' }, 'en')).toBe('No');
    expect(sentence({ de: 'Nein' }, 'en')).toBe('Nein');
  });
});
