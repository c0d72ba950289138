import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { names } from '../../src/lib/people/names.svelte';
// These pages come when the first of them is opened; a test does not wait for that.
import '../../src/pages/People.svelte';
import type { GameSummary } from '../../src/lib/protocol/generated';
import {
  BLACK,
  COMPUTER,
  event,
  GAME,
  gameEvent,
  snapshot,
  started,
  terms,
  WHITE,
} from '../double';
import { gamePath, settleAll, visit } from './app';
import { answer } from './http';
import { summary } from './someone';

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('running games', () => {
  const practice = { ...summary(COMPUTER, '03-practice'), terms: { ...terms(), kind: 'practice' } };

  it('against people stand in the banner, those against the computer in one quiet line', async () => {
    const { say } = await visit('/rules');
    const running = [practice as GameSummary, summary(BLACK)];
    await say({ t: 'running', running });
    expect(screen.getByTestId('to-game')).toHaveAttribute('href', `/game/${GAME}`);
    expect(screen.queryByTestId('to-practice')).toBeNull();
    await say({ t: 'running', running: running.slice(0, 1) });
    expect(screen.queryByTestId('to-game')).toBeNull();
    expect(screen.getByTestId('to-practice')).toHaveTextContent('Eine Partie gegen den Computer');
  });

  it('against the computer are gone on with or given up on the practice page', async () => {
    const { user, server, say } = await visit('/practice');
    await say({ t: 'running', running: [practice as GameSummary] });
    const begun = within(screen.getByTestId('begun'));
    const go = begun.getByRole('link', { name: /weiterspielen/ });
    expect(go).toHaveAttribute('href', '/game/03-practice');
    await user.click(begun.getByRole('button', { name: /aufgeben/ }));
    expect(server().of('resign')).toEqual([]);
    await user.click(begun.getByRole('button', { name: 'Ja' }));
    expect(server().of('resign')[0]).toMatchObject({ game: '03-practice' });
    await say({ t: 'running', running: [] });
    expect(screen.queryByTestId('begun')).toBeNull();
  });
});

describe('names', () => {
  it('that no message brings are asked for, and a changed one shows everywhere', async () => {
    const found = { names: { [BLACK.player]: 'Berta' } };
    answer({ [`GET /api/names?ids=${BLACK.player}`]: { body: found } });
    const { say } = await visit('/rules');
    await say({ t: 'running', running: [summary({ ...BLACK, name: '' })] });
    expect(screen.getByText(/gegen … läuft/)).toBeVisible();
    expect(await screen.findByText(/gegen Berta läuft/)).toBeVisible();
    names.learn(BLACK.player, null);
    await tick();
    expect(screen.getByText(/gegen gelöscht läuft/)).toBeVisible();
  });

  it('of accounts lead from a finished game to their profiles, and from no running one', async () => {
    names.learn(BLACK.player, 'Berta');
    const begun = started();
    const seats = [WHITE, { ...BLACK, name: '' }];
    const { say } = await visit(gamePath);
    await say(snapshot([{ ...begun, data: { ...(begun.data as object), seats } }]));
    expect(screen.queryByRole('link', { name: 'Berta' })).toBeNull();
    const end = { winner: 0, reason: 'resigned', clock: { remaining_ms: [1, 1], running: null } };
    await say(gameEvent(event(2, 'game_ended', end)));
    const link = screen.getByRole('link', { name: 'Berta' });
    expect(link).toHaveAttribute('href', `/player/${BLACK.player}`);
    expect(screen.queryByRole('link', { name: WHITE.name })).toBeNull();
    names.learn(BLACK.player, null);
    await tick();
    expect(screen.queryByRole('link', { name: 'gelöscht' })).toBeNull();
  });
});

describe('the ranking', () => {
  it('marks the own line, and shows one page after the other', async () => {
    const line = (rank: number, player: string) => ({
      rank,
      player,
      elo: 1300 - rank,
      games: 3,
      points: 10,
    });
    const first = { family: 'mills', lines: [line(1, BLACK.player)], next: 'a b' };
    const second = { ...first, lines: [line(2, WHITE.player)], next: null };
    names.learn(BLACK.player, 'Berta');
    names.learn(WHITE.player, 'Käthe');
    answer({
      'GET /api/ranking?family=mills': { body: first },
      'GET /api/ranking?family=mills&after=a%20b': { body: second },
    });
    const { user } = await visit('/ranking');
    await user.click(await screen.findByRole('button', { name: 'Weitere zeigen' }));
    const own = await screen.findByRole('row', { current: true });
    expect(own).toHaveTextContent('Käthe');
    expect(within(screen.getByTestId('ranking')).getAllByRole('row')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Weitere zeigen' })).toBeNull();
  });

  it('says so where nobody is ranked', async () => {
    const empty = { family: 'hanse', lines: [], next: null };
    answer({ 'GET /api/ranking?family=hanse': { body: empty } });
    await visit('/ranking/hanse');
    expect(await screen.findByText(/steht noch niemand/)).toBeVisible();
  });
});
