import { screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GameTerms } from '../../src/lib/protocol/generated';
import { event, eventsOf, GAME, gameEvent, snapshot, START_MS, terms } from '../double';
import { gamePath, point, settleAll, visit, type Visit } from './app';

const TURNS = ['a7', 'd6', 'd7', 'b2', 'b4', 'e3', 'g1', 'g4', 'a1', 'f4'];
const RATED: GameTerms = { ...terms(), kind: 'rated', stake_taler: 50 };
const clock = { remaining_ms: [1, 1], running: null };

async function over(turns: readonly string[], path = gamePath): Promise<Visit> {
  const visited = await visit(path);
  const end = event(turns.length + 2, 'game_ended', { winner: 0, reason: 'resigned', clock });
  await visited.say(snapshot(eventsOf(turns, RATED)));
  await visited.say(gameEvent({ ...end, at_ms: START_MS + 20_000 }));
  await visited.user.click(point('d1'));
  return visited;
}

const panel = (): HTMLElement => screen.getByTestId('result-panel');

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('after a rated game', () => {
  it('Elo, points and Taler are shown before and after', async () => {
    const { say } = await over(TURNS);
    expect(panel()).toHaveTextContent('Die Wertung wird berechnet …');
    const change = { before: 1200, after: 1220, points_before: 0, points_after: 10, taler: 50 };
    await say({ t: 'rated', game: GAME, family: 'mills', ...change });
    expect(panel()).toHaveTextContent(/Elo 1200 → 1220 \(\+20\)/);
    expect(panel()).toHaveTextContent(/Punkte 0 → 10 \(\+10\)/);
    expect(panel()).toHaveTextContent(/Taler \+50/);
  });

  it('a short one does not count', async () => {
    await over(TURNS.slice(0, 4));
    expect(panel()).toHaveTextContent('Zu kurz: Diese Partie zählt nicht');
  });

  it('whoever comes later finds it in the history', async () => {
    const point = { game: GAME, at_ms: 1, opponent: '01-black', score: 0 };
    const history = { mills: [{ ...point, before: 1220, after: 1201 }] };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ history }))));
    await over(TURNS);
    await vi.waitFor(() => {
      expect(panel()).toHaveTextContent(/Elo 1220 → 1201 \(−19\)/);
    });
    expect(panel()).toHaveTextContent(/Punkte −10/);
    expect(panel()).toHaveTextContent(/Taler −50/);
  });
});
