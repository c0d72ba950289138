import { screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tableNames } from '../../src/lib/hotseat/names.svelte';
import type { GameSummary } from '../../src/lib/protocol/generated';
import { GAME, START_MS, WHITE } from '../double';
import { settleAll, visit } from './app';

const NEXT = '03-again';
const NOTHING = { won: 0, drawn: 0, lost: 0 };
const FIGURES = {
  tally: NOTHING,
  games: [],
  opponents: [],
  streaks: { result: null, length: 0, most_won: 0, most_unbeaten: 0 },
  plies: 0,
  median_ms: 0,
};

beforeEach(() => {
  localStorage.clear();
  tableNames.read();
});

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

function running(base_ms: number | null, game = GAME): GameSummary {
  return {
    game,
    terms: {
      game: 'mills',
      variant: 'battlemills-9',
      options: {},
      time: { base_ms, increment_ms: 0 },
      kind: 'hotseat',
      stake_taler: 0,
    },
    seats: [WHITE, WHITE],
    started_at_ms: START_MS,
    ended_at_ms: null,
    winner: null,
    reason: null,
    plies: 12,
  };
}

describe('games at one device on other pages', () => {
  it('a running clock leads back by a button, what waits by a quiet line', async () => {
    const { say } = await visit('/rules');
    await say({ t: 'running', running: [running(null)] });
    expect(screen.getByTestId('to-hotseat')).toHaveAttribute('href', '/hotseat');
    expect(screen.queryByTestId('to-game')).toBeNull();
    await say({ t: 'running', running: [running(null), running(300_000, NEXT)] });
    expect(screen.getByTestId('to-game')).toHaveAttribute('href', `/game/${NEXT}`);
    expect(screen.getByText(/die Uhr auch/)).toBeVisible();
  });

  it('begun games are gone on with or broken off where the next would be set up', async () => {
    tableNames.note(GAME, ['Anna', 'Opa']);
    const { user, server, say } = await visit('/hotseat');
    await say({ t: 'running', running: [running(null)] });
    const list = await screen.findByTestId('begun');
    expect(list).toHaveTextContent('Mühle, Anna – Opa');
    await user.click(within(list).getByRole('button', { name: /abbrechen$/ }));
    expect(list).toHaveTextContent('Ohne Ergebnis beenden?');
    await user.click(within(list).getByRole('button', { name: 'Ja' }));
    expect(server().of('leave_game')[0]).toMatchObject({ game: GAME });
  });

  it('my games tell who has won by name, and take no side', async () => {
    tableNames.note(GAME, ['Anna', 'Opa']);
    const over = { ended_at_ms: START_MS + 60_000, plies: 9 };
    const games = [
      { ...running(null), ...over, winner: 1, reason: 'line' },
      { ...running(null, NEXT), ...over, winner: null, reason: 'left' },
    ];
    const answers: Record<string, unknown> = {
      '/api/my-games': { games, next: null },
      '/api/my-statistics': { people: FIGURES, computers: FIGURES },
    };
    const answer = (path: string): Response => new Response(JSON.stringify(answers[path] ?? {}));
    vi.stubGlobal(
      'fetch',
      vi.fn((path: string) => Promise.resolve(answer(path))),
    );
    await visit('/games');
    const [first, second] = within(await screen.findByTestId('finished')).getAllByRole('link');
    expect(first).toHaveTextContent(/Anna – Opa Opa hat gewonnen .*am selben Gerät/);
    expect(second).toHaveTextContent(/Weiß – Schwarz ohne Ergebnis/);
    expect(screen.queryByRole('button', { name: /^Nur Partien gegen/ })).toBeNull();
  });
});
