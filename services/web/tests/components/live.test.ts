import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromServer, LiveGame } from '../../src/lib/protocol/generated';
import { BLACK, START_MS, terms, WHITE } from '../double';
import { settleAll, visit, type Visit } from './app';

const ANNA = { player: '00-anna', name: '' };

function game(id: string, changed: Partial<LiveGame> = {}): LiveGame {
  const seats: LiveGame['seats'] = [WHITE, BLACK];
  const usual = { terms: terms(), seats, started_at_ms: START_MS, plies: 0, viewers: 0 };
  return { game: `03-${id}`, ...usual, ...changed };
}

function live(games: LiveGame[], gone: string[] = [], isWhole = false): FromServer {
  return { t: 'live_games', games, gone: gone.map((id) => `03-${id}`), is_whole: isWhole };
}

const links = (): string[] =>
  screen.queryAllByTestId('live-game').map((link) => link.getAttribute('href') ?? '');

/** The page comes in a piece of its own. */
async function look(path = '/live'): Promise<Visit> {
  const person = await visit(path);
  await vi.waitFor(() => {
    expect(person.server().of('watch_live')).toHaveLength(1);
  });
  return person;
}

let asked: string[] = [];

beforeEach(() => {
  asked = [];
  const said = (path: string): unknown => {
    asked.push(path);
    if (path.startsWith('/api/names')) return { names: { [ANNA.player]: 'Anna' } };
    return { elo: { [ANNA.player]: { mills: 1312 } } };
  };
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string) => Promise.resolve(new Response(JSON.stringify(said(path))))),
  );
});

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the running games', () => {
  it('are asked for, and an empty list says so', async () => {
    const { say } = await look();
    expect(screen.getByText('Die Partien werden geladen …')).toBeVisible();
    await say(live([], [], true));
    expect(screen.getByText('Gerade läuft keine Partie.')).toBeVisible();
  });

  it('show names with Elo, terms, plies and viewers, and lead to the table by one click', async () => {
    const { say } = await look();
    const rated = { ...terms(), kind: 'rated' as const, stake_taler: 20 };
    const seats: LiveGame['seats'] = [ANNA, BLACK];
    await say(live([game('one', { seats, terms: rated, plies: 14, viewers: 3 })], [], true));
    const line = screen.getByTestId('live-game');
    expect(line).toHaveAttribute('href', '/game/03-one');
    await within(line).findByText('Anna');
    await within(line).findByText('Elo 1312');
    expect(line).toHaveTextContent('Stille Rohrdommel');
    expect(line).toHaveTextContent('gewertet um je 20 Taler');
    expect(line).toHaveTextContent('14 Halbzüge');
    expect(line).toHaveTextContent('3 schauen zu');
    expect(screen.getByText('1 Partie läuft')).toBeVisible();
    expect(asked.filter((path) => path.startsWith('/api/elo'))).toHaveLength(1);
  });

  it('come, change, go and are ordered by viewers; a whole list replaces all', async () => {
    const { say } = await look();
    await say(live([game('a', { viewers: 1 }), game('b')], [], true));
    expect(links()).toEqual(['/game/03-a', '/game/03-b']);
    await say(live([game('b', { viewers: 5 }), game('c', { viewers: 2 })], ['a']));
    expect(links()).toEqual(['/game/03-b', '/game/03-c']);
    await say(live([game('d')], [], true));
    expect(links()).toEqual(['/game/03-d']);
  });

  it('do not move under the pointer; once it has gone they stand in order again', async () => {
    const { user, say } = await look();
    await say(live([game('a', { viewers: 2 }), game('b', { viewers: 1 })], [], true));
    await user.hover(screen.getAllByTestId('live-game')[0]);
    await say(live([game('b', { viewers: 9 }), game('c', { viewers: 20 })], ['a']));
    expect(links()).toEqual(['/game/03-a', '/game/03-b', '/game/03-c']);
    expect(screen.getAllByTestId('live-game')[0]).toHaveTextContent('gerade beendet');
    expect(screen.getByText('2 Partien laufen')).toBeVisible();
    await user.unhover(screen.getByTestId('live'));
    await tick();
    expect(links()).toEqual(['/game/03-c', '/game/03-b']);
  });

  it('do not move while one has the focus', async () => {
    const { user, say } = await look();
    await say(live([game('a', { viewers: 2 }), game('b', { viewers: 1 })], [], true));
    screen.getAllByTestId('live-game')[1].focus();
    await say(live([game('b', { viewers: 9 })]));
    expect(links()).toEqual(['/game/03-a', '/game/03-b']);
    await user.tab();
    await tick();
    expect(links()).toEqual(['/game/03-b', '/game/03-a']);
  });

  it('are asked for anew after a break, and no more after leaving', async () => {
    const { user, server, say } = await look();
    await say(live([game('a')], [], true));
    const before = server();
    before.cut(1012);
    await vi.waitFor(() => {
      expect(server()).not.toBe(before);
    });
    server().welcome();
    await tick();
    expect(server().of('watch_live')).toHaveLength(1);
    expect(links()).toEqual(['/game/03-a']);
    await user.click(screen.getByText('Zum Wartesaal'));
    expect(server().of('unwatch_live')).toHaveLength(1);
  });

  it('stand in a tab of the waiting room, too', async () => {
    const { say } = await look('/lobby/live');
    await say(live([game('a')], [], true));
    expect(links()).toEqual(['/game/03-a']);
  });
});
