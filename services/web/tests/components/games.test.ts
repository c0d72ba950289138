import { fireEvent, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FinishedPage, GameSummary, Statistics } from '../../src/lib/protocol/generated';
import { router } from '../../src/lib/router.svelte';
import { BLACK, COMPUTER, START_MS, terms, WHITE } from '../double';
import { settleAll, visit } from './app';

const NOTHING = { won: 0, drawn: 0, lost: 0 };
const STREAKS = { result: null, length: 0, most_won: 0, most_unbeaten: 0 };
const NO_FIGURES = {
  tally: NOTHING,
  games: [],
  opponents: [],
  streaks: STREAKS,
  plies: 0,
  median_ms: 0,
};
const TALLY = { won: 2, drawn: 0, lost: 1 };
const STATISTICS: Statistics = {
  people: {
    tally: TALLY,
    games: [{ game: 'mills', seats: [TALLY, NOTHING] }],
    opponents: [{ opponent: BLACK.player, tally: TALLY }],
    streaks: { result: 'won', length: 2, most_won: 2, most_unbeaten: 2 },
    plies: 31.25,
    median_ms: 540_000,
  },
  computers: NO_FIGURES,
};

function game(number: number, opponent = BLACK, winner: number | null = 0): GameSummary {
  return {
    game: `03-game${number}`,
    terms: terms(),
    seats: [WHITE, opponent],
    started_at_ms: START_MS,
    ended_at_ms: START_MS + 540_000,
    winner,
    reason: 'resigned',
    plies: 20,
  };
}

const page = (games: GameSummary[], next: string | null = null): FinishedPage => ({ games, next });

/** Answers what the client asks by HTTP; returns all that was asked for lists. */
function answer(pages: Record<string, FinishedPage>): string[] {
  const asked: string[] = [];
  const said = (path: string): unknown => {
    if (path === '/api/my-statistics') return STATISTICS;
    if (path.startsWith('/api/names')) return { names: { [BLACK.player]: BLACK.name } };
    asked.push(path);
    return pages[path] ?? page([]);
  };
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string) => Promise.resolve(new Response(JSON.stringify(said(path))))),
  );
  return asked;
}

const finished = (): HTMLElement => screen.getByTestId('finished');
const choose = (label: string, value: string): Promise<boolean> =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('my games', () => {
  it('say how each went, against whom, how long it took and when', async () => {
    answer({ '/api/my-games': page([game(1), game(2, COMPUTER, 1), game(3, BLACK, null)]) });
    await visit('/games');
    await screen.findByTestId('finished');
    const [first, second, third] = within(finished()).getAllByRole('link');
    expect(first).toHaveAttribute('href', '/game/03-game1');
    expect(first).toHaveTextContent(/gegen Stille Rohrdommel gewonnen .*20 Halbzüge, 9 Min\./);
    expect(first.querySelector('time')).toHaveAttribute(
      'datetime',
      new Date(START_MS + 540_000).toISOString(),
    );
    expect(second).toHaveTextContent(/verloren/);
    expect(third).toHaveTextContent(/unentschieden/);
  });

  it('are filtered by the address, which goes back and forth', async () => {
    const asked = answer({ '/api/my-games': page([game(1)]) });
    await visit('/games');
    await screen.findByTestId('finished');
    await choose('Ergebnis', 'lost');
    expect(location.search).toBe('?result=lost');
    await screen.findByText('Keine deiner Partien passt zu dieser Auswahl.');
    await choose('Spiel', 'mills');
    expect(location.search).toBe('?game=mills&result=lost');
    history.back();
    await vi.waitFor(() => {
      expect(router.search).toBe('?result=lost');
    });
    await tick();
    expect(screen.getByLabelText('Spiel')).toHaveValue('');
    screen.getByRole('button', { name: 'Alle zeigen' }).click();
    await screen.findByTestId('finished');
    expect(location.search).toBe('');
    expect(asked).toContain('/api/my-games?game=mills&result=lost');
  });

  it('come page by page', async () => {
    answer({
      '/api/my-games': page([game(1)], '5.03-game1'),
      '/api/my-games?before=5.03-game1': page([game(2)]),
    });
    const { user } = await visit('/games');
    await user.click(await screen.findByRole('button', { name: 'Weitere zeigen' }));
    await vi.waitFor(() => {
      expect(within(finished()).getAllByRole('link')).toHaveLength(2);
    });
    expect(screen.queryByRole('button', { name: 'Weitere zeigen' })).toBeNull();
  });

  it('against one opponent are one click away', async () => {
    const asked = answer({ '/api/my-games': page([game(1)]) });
    const { user } = await visit('/games');
    const only = 'Nur Partien gegen Stille Rohrdommel zeigen';
    await user.click(await screen.findByRole('button', { name: only }));
    expect(asked.at(-1)).toBe(`/api/my-games?opponent=${BLACK.player}`);
  });

  it('that are none yet say where to begin', async () => {
    answer({});
    await visit('/games');
    await screen.findByText('Noch keine beendete Partie.');
    expect(screen.queryByLabelText('Ergebnis')).toBeNull();
    expect(screen.queryByText('Alle Partien herunterladen')).toBeNull();
  });

  it('are exported by a link that is followed by the browser, not by the page', async () => {
    answer({ '/api/my-games': page([game(1)]) });
    await visit('/games');
    const link = await screen.findByRole('link', { name: 'Alle Partien herunterladen' });
    expect(link).toHaveAttribute('href', '/api/my-games/export');
    const isLeftAlone = await fireEvent.click(link);
    expect([isLeftAlone, router.page.name]).toEqual([true, 'games']);
  });

  it('are taken along as texts; what the server says against it is shown', async () => {
    answer({ '/api/my-games': page([game(1)]) });
    const { user } = await visit('/games');
    const save = 'Partie gegen Stille Rohrdommel als Text speichern';
    await screen.findByTestId('finished');
    const text = { de: 'Diese Partie gibt es nicht.', en: 'There is no such game.' };
    const refusal = { code: 'game_not_found', text, detail: null };
    const refused = vi.fn(() => Promise.resolve(Response.json(refusal, { status: 404 })));
    vi.stubGlobal('fetch', refused);
    await user.click(screen.getByRole('button', { name: save }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text.de);
    expect(refused).toHaveBeenCalledWith('/api/games/03-game1/text');
  });

  it('have figures in tables', async () => {
    answer({});
    await visit('/games?view=statistics');
    const people = await screen.findByRole('region', { name: 'Gegen Menschen' });
    expect(people).toHaveTextContent(/3 Partien 67 % der Punkte/);
    expect(people).toHaveTextContent(/2 Siege in Folge/);
    expect(people).toHaveTextContent(/31,3/);
    const table = within(people).getByRole('table', { name: 'Nach Spiel und Seite' });
    expect(within(table).getByRole('row', { name: /Mühle 3 2 0 1/ })).toBeInTheDocument();
    const opponents = within(people).getByRole('table', { name: 'Häufigste Gegner' });
    expect(within(opponents).getByRole('link')).toHaveAttribute(
      'href',
      `/games?opponent=${BLACK.player}`,
    );
    expect(screen.getByText('Noch keine beendete Partie gegen Computer.')).toBeInTheDocument();
  });
});
