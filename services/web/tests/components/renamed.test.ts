import { screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FromServer } from '../../src/lib/protocol/generated';
import { BLACK, eventsOf, GAME, snapshot, WHITE } from '../double';
import { gamePath, settleAll, visit } from './app';
import { answer } from './http';

const NOBODY_AWAY: [null, null] = [null, null];

function presence(connected: [boolean, boolean]): FromServer {
  return { t: 'presence', game: GAME, connected, away_since_ms: NOBODY_AWAY, spectators: 0 };
}

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('a guest at the table', () => {
  it('has the account’s name there as soon as they are back with one', async () => {
    const path = `GET /api/names?ids=${WHITE.player},${BLACK.player}`;
    const called = { [WHITE.player]: WHITE.name, [BLACK.player]: BLACK.name };
    const { asked } = answer({ [path]: { body: { names: called } } });
    const { say } = await visit(gamePath);
    await say(snapshot(eventsOf(['a7']), 0), presence([true, true]));
    await vi.waitFor(() => {
      expect(asked).toContain(path);
    });
    expect(screen.getAllByText(BLACK.name).length).toBeGreaterThan(0);
    answer({ [path]: { body: { names: { ...called, [BLACK.player]: 'Berta' } } } });
    await say(presence([true, false]));
    await say(presence([true, true]));
    await vi.waitFor(() => {
      expect(screen.getAllByText('Berta').length).toBeGreaterThan(0);
    });
    expect(screen.queryByText(BLACK.name)).toBeNull();
  });
});
