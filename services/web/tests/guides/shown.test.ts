// The guides as they are seen and read out.

import { render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import GuideArticle from '../../src/components/guide/GuideArticle.svelte';
import { GUIDE_GAMES, type GuideGame } from '../../src/lib/guides/games';
import { loadGuide } from '../../src/lib/guides/library';
import { settings, type Language } from '../../src/lib/settings.svelte';
import { visit } from '../components/app';

async function show(game: GuideGame, language: Language): Promise<void> {
  settings.set('language', language);
  render(GuideArticle, { guide: await loadGuide(game, language), game });
  await tick();
}

function example(title: RegExp): HTMLElement {
  const found = screen.getByText(title, { selector: 'figcaption' }).closest('figure');
  if (!found) throw new Error(`no example ${title.source}`);
  return found;
}

describe.each(GUIDE_GAMES)('the page of %s', (game) => {
  it.each(['de', 'en'] as const)(
    'shows a picture with words for each example (%s)',
    async (language) => {
      await show(game, language);
      for (const figure of screen.getAllByTestId('example')) {
        const pictures = within(figure).getAllByTestId('picture');
        expect(pictures.length).toBeGreaterThan(0);
        for (const picture of pictures) expect(picture).toHaveAccessibleName();
      }
    },
  );

  it('has one heading above all, then sections, then questions', async () => {
    await show(game, 'de');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThanOrEqual(10);
    expect(screen.getAllByRole('heading', { level: 3 }).length).toBeGreaterThanOrEqual(3);
  });

  it('leads from its contents to each section, and on to the other games', async () => {
    await show(game, 'en');
    const contents = screen.getByRole('navigation', { name: 'Contents' });
    for (const link of within(contents).getAllByRole('link')) {
      const id = link.getAttribute('href')?.slice(1) ?? '';
      expect(document.getElementById(id)?.tagName).toBe('SECTION');
    }
    const others = screen.getByRole('navigation', { name: 'Other games' });
    expect(within(others).getAllByRole('link')).toHaveLength(GUIDE_GAMES.length);
  });
});

describe('a picture', () => {
  beforeEach(() => {
    settings.set('language', 'de');
  });

  it('says the position and the turn that it marks', async () => {
    await show('mills', 'de');
    const figure = example(/setzt auf a7, schließt/);
    const picture = within(figure).getByTestId('picture');
    expect(picture).toHaveAccessibleName(
      'Mühlebrett. Weiß: a1, a4. Schwarz: d7, g4. In der Hand: Weiß 7, Schwarz 7. Weiß ist am Zug.',
    );
    expect(picture).toHaveAccessibleDescription('Weiß setzt auf a7 und nimmt g4.');
    expect(picture.querySelectorAll('[data-testid=stone]')).toHaveLength(5);
    expect(picture.querySelectorAll('.take, .filled')).toHaveLength(2);
  });

  it('follows several turns, one board each', async () => {
    await show('mills', 'de');
    expect(within(example(/Auf und zu/)).getAllByTestId('picture')).toHaveLength(3);
  });

  it('names every stone that may be taken, and the turn that is refused', async () => {
    await show('mills', 'de');
    const either = within(example(/a7 vollendet zwei Linien/)).getByTestId('picture');
    expect(either).toHaveAccessibleDescription(/nimmt b2, c3 oder f4/);
    expect(either.querySelectorAll('.filled')).toHaveLength(2);
    const refused = within(example(/kein ganzer Zug/)).getByTestId('picture');
    expect(refused).toHaveAccessibleDescription('Abgelehnt wird: a7.');
    expect(within(refused).getByTestId('mark-barred')).toBeInTheDocument();
  });

  it('numbers a whole game on one board', async () => {
    await show('tictactoe', 'de');
    const figure = example(/Volles Brett/);
    const picture = within(figure).getByTestId('picture');
    expect(picture.querySelectorAll('[data-testid=stone]')).toHaveLength(9);
    expect(picture).toHaveAccessibleDescription(/Weiß b2, Schwarz c3/);
    expect(figure).toHaveTextContent('Unentschieden: das Brett ist voll.');
  });
});

describe('a table of Battlehanse', () => {
  it('rings what a sale moves and says what it earns', async () => {
    await show('hanse', 'en');
    const figure = example(/Four cloth/);
    expect(figure.querySelectorAll('.goods.marked')).toHaveLength(4);
    expect(figure.querySelectorAll('.tin.marked')).toHaveLength(4);
    expect(figure).toHaveTextContent(
      'It earns the tokens 5, 3, 3 and 2 and a council token for four cards.',
    );
  });

  it('shows the score sheet of a round that has ended', async () => {
    await show('hanse', 'de');
    const sheet = screen.getByRole('table', { name: 'Abrechnung' });
    expect(within(sheet).getByRole('row', { name: 'Summe 50 37' })).toBeVisible();
  });
});

describe('the addresses', () => {
  it('lead from all rules to a guide, in the language of the device', async () => {
    const { user } = await visit('/rules');
    await user.click(await screen.findByRole('link', { name: /^Dara/ }));
    expect(location.pathname).toBe('/rules/dara');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dara' })).toBeVisible();
    settings.set('language', 'en');
    expect(await screen.findByRole('heading', { name: 'A common mistake' })).toBeVisible();
  });
});
