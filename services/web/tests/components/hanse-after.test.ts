import { fireEvent, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameEvent } from '../double';
import { following, matchEvents, ONE_ROUND, type Audience } from '../hanse-double';
import { after, atMatch, kinds, openCards, sentence, viewOf } from './at-match';
import { settleAll, type Visit } from './app';

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  settleAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('after the match', () => {
  async function ended(audience: Audience = 0, match = ONE_ROUND): Promise<Visit> {
    const events = matchEvents({ match, audience });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const visit = await atMatch(events.slice(0, -1), audience === 'spectator' ? null : audience);
    await visit.say(gameEvent(events[events.length - 1]));
    await vi.advanceTimersByTimeAsync(1_600);
    vi.useRealTimers();
    await tick();
    return visit;
  }

  it('shows the result with the last round’s calculation', async () => {
    await ended();
    expect(screen.getByTestId('result-panel')).toBeVisible();
    expect(screen.getByTestId('result-panel')).toHaveTextContent('genug Ratssiegel');
    expect(screen.getByTestId('round-table')).toBeVisible();
    expect(screen.queryByTestId('after-bar')).toBeNull();
  });

  it('hides it when the table is looked at, and a bar leads back, or to the waiting room', async () => {
    const { user } = await ended();
    await user.click(screen.getByRole('button', { name: 'Tisch ansehen' }));
    expect(screen.queryByTestId('result-panel')).toBeNull();
    expect(screen.queryByTestId('round-table')).toBeNull();
    const bar = within(screen.getByTestId('after-bar'));
    expect(bar.getByRole('link', { name: 'Wartesaal' })).toHaveAttribute('href', '/lobby');
    await user.click(bar.getByRole('button', { name: 'Ergebnis zeigen' }));
    expect(screen.getByTestId('result-panel')).toBeVisible();
    expect(screen.queryByTestId('after-bar')).toBeNull();
  });

  it.each([0, 'spectator'] as const)('replays it with both hands for %s', async (audience) => {
    const { user } = await ended(audience);
    await user.click(screen.getByRole('button', { name: 'Nachspielen' }));
    expect(sentence()).toBe('Du siehst den Tisch zu Beginn der ersten Runde.');
    for (const seat of [0, 1] as const) {
      const dealt = viewOf(after(0, seat, ONE_ROUND), seat).table?.hands[seat] ?? {};
      expect(openCards(seat)).toEqual(kinds(dealt));
    }
    await fireEvent.input(screen.getByTestId('slider'), { target: { value: '3' } });
    expect(sentence()).toBe('Du siehst den Tisch nach Zug 3.');
    await user.keyboard('{ArrowRight}');
    expect(sentence()).toBe('Du siehst den Tisch nach Zug 4.');
  });

  it('calls nobody to act where it was agreed to end in the midst of a round', async () => {
    const events = after(3, 0);
    const { say } = await atMatch(events, 0);
    const clock = { remaining_ms: [1_000, 1_000], running: null };
    const end = { winner: null, reason: 'agreement', clock, deal_secrets: [] };
    await say(gameEvent(following(events, 'game_ended', end)));
    expect(screen.getByTestId('trade-line')).toHaveTextContent('Partie ist schon zu Ende');
    expect(screen.queryByTestId('round-table')).toBeNull();
    expect(screen.queryByTestId('play-turn')).toBeNull();
  });

  it('checks the shuffling at a press', async () => {
    const { user } = await ended();
    vi.stubGlobal('crypto', webcrypto);
    await user.click(screen.getByText('Mischung'));
    await user.click(screen.getByTestId('check-shuffle'));
    await vi.waitFor(() => {
      expect(screen.getByTestId('shuffle-verdict')).toHaveTextContent('Mischung geprüft');
    });
  });

  it('offers another one', async () => {
    await ended();
    expect(screen.getAllByTestId('again')).not.toHaveLength(0);
  });
});
