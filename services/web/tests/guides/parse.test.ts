// All ten guides, as they are: everything in them is read, drawn and said.

import { describe, expect, it } from 'vitest';
import { hanseNotes } from '../../src/lib/guides/describe-hanse';
import { endNotes, positionText, sceneNotes } from '../../src/lib/guides/describe';
import type { Example } from '../../src/lib/guides/example';
import { earned, readTrade } from '../../src/lib/guides/hanse-table';
import { GUIDE_GAMES } from '../../src/lib/guides/games';
import { textOf } from '../../src/lib/guides/inline';
import { loadGuide } from '../../src/lib/guides/library';
import { readGuide } from '../../src/lib/guides/parse';
import { endOf, scenesOf } from '../../src/lib/guides/scene';
import { readStones } from '../../src/lib/guides/stones';
import { GuideError, SECTIONS, type Block, type Guide } from '../../src/lib/guides/tree';

const LANGUAGES = ['de', 'en'] as const;
const ALL = await Promise.all(
  GUIDE_GAMES.flatMap((game) =>
    LANGUAGES.map(async (language) => ({
      game,
      language,
      guide: await loadGuide(game, language),
    })),
  ),
);

function blocks(guide: Guide): Block[] {
  return guide.sections.flatMap((section) => section.blocks);
}

function examples(guide: Guide): Example[] {
  return blocks(guide).flatMap((block) => (block.kind === 'example' ? [block.example] : []));
}

describe.each(ALL)('the guide of $game in $language', ({ game, language, guide }) => {
  it('has a title and every section, each of which says something', () => {
    expect(guide.title).not.toBe('');
    expect(guide.sections.map(({ about }) => about)).toEqual(SECTIONS);
    for (const { blocks } of guide.sections) expect(blocks.length).toBeGreaterThan(0);
  });

  it('asks at the table, names sources, and leaves no Markdown unread', () => {
    const kinds = blocks(guide).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'question').length).toBeGreaterThanOrEqual(3);
    expect(kinds).toContain('list');
    const words = blocks(guide).map((block) => (block.kind === 'paragraph' ? block.line : []));
    expect(words.map(textOf).join(' ')).not.toMatch(/[*`[\]]/);
  });

  it('shows every example: a picture, and words for it', () => {
    const all = examples(guide);
    expect(all.length).toBeGreaterThanOrEqual(4);
    for (const example of all) {
      expect(example.game).toBe(game);
      if (example.game === 'hanse') {
        expect(hanseNotes(example, language).length, example.title).toBeGreaterThan(0);
        continue;
      }
      const scenes = scenesOf(example);
      const notes = scenes.flatMap((scene) => sceneNotes(example, scene, language));
      expect(notes.length + endNotes(example, language).length, example.title).toBeGreaterThan(0);
      for (const scene of scenes) expect(positionText(example, scene, language)).toMatch(/\.$/);
    }
  });

  it('ends on the boards and tokens that the referee was asked about', () => {
    for (const example of examples(guide)) {
      const { position } = example.expect;
      if (example.game === 'hanse') {
        const won = (position as { won?: [string, number][][] } | null)?.won?.[0];
        if (!won) continue;
        const trade = readTrade(example.turns[0], example.table);
        expect(earned(trade, example.table)).toEqual(won.map(([, value]) => value));
      } else if (typeof position === 'string') {
        const [own, told] = [endOf(example), readStones(position)];
        expect([...own.on].sort()).toEqual([...told.on].sort());
        expect(own.hands).toEqual(told.hands);
        // After the end, T is the side that would move.
        expect(own.seat).toBe(told.seat);
      }
    }
  });
});

it.each(GUIDE_GAMES)('%s has the same examples in both languages', (game) => {
  const [de, en] = LANGUAGES.map((language) => {
    const found = ALL.find((one) => one.game === game && one.language === language);
    return found ? examples(found.guide) : [];
  });
  const untitled = (all: Example[]): unknown[] => all.map((one) => ({ ...one, title: '' }));
  expect(untitled(en)).toEqual(untitled(de));
});

describe('a guide of another form is refused', () => {
  const whole = (body: string): string =>
    `# Title\n${'## Section\n\nText.\n\n'.repeat(8)}## Last\n\n${body}\n`;
  it('whereas this one is read', () => {
    expect(readGuide(whole('Words.')).sections).toHaveLength(9);
  });
  it.each([
    ['nothing', ''],
    ['no title', '## Section\n'.repeat(9)],
    ['a section too many', `${whole('Words.')}## More\n\nText.\n`],
    ['text before the sections', whole('Words.').replace('# Title\n', '# Title\n\nText.\n')],
    ['a deeper heading', whole('### Deeper')],
    ['a quotation', whole('> Words')],
    ['a numbered list', whole('1. Words')],
    ['raw HTML', whole('<b>Words</b>')],
    ['marks left open', whole('A **word')],
    ['a link to elsewhere', whole('[here](javascript:alert)')],
    ['another fence', whole('```python\nx = 1\n```')],
    ['a fence without an end', whole('```example\n{}')],
    ['an uneven table', whole('| a | b |\n|---|---|\n| c |')],
    ['no JSON', whole('```example\nwords\n```')],
    ['an example without a request', whole('```example\n{"title": "x", "expect": {}}\n```')],
    [
      'an expectation that nobody shows',
      whole('```example\n{"title": "x", "request": {"game": "three"}, "expect": {"odd": 1}}\n```'),
    ],
  ])('%s', (_, text) => {
    expect(() => readGuide(text)).toThrow(GuideError);
  });
});
