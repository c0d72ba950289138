import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { router } from '../../src/lib/router.svelte';
import { tally } from '../../src/lib/practice/tally.svelte';
import {
  event,
  GAME,
  gameEvent,
  practiceEvents,
  ROOM,
  snapshot,
  terms,
  turnEvent,
} from '../double';
import { gamePath, point, room, settleAll, visit, type Visit } from './app';

const clock = { remaining_ms: [600_000, 600_000], running: null };

type Answer = [status: number, body: unknown];

/** Answers requests one after the other; the last answer stays. */
function answering(...answers: Answer[]): ReturnType<typeof vi.fn> {
  const left = [...answers];
  const fetched = vi.fn(() => {
    const [status, body] = left.length > 1 ? (left.shift() as Answer) : left[0];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

/** Method, path and body of each request. */
function asked(fetched: ReturnType<typeof vi.fn>): [string, string, Record<string, unknown>][] {
  return (fetched.mock.calls as [string, RequestInit][]).map(([path, { method, body }]) => [
    method ?? '',
    path,
    body ? (JSON.parse(body as string) as Record<string, unknown>) : {},
  ]);
}

const open = (state: string, game: string | null): Answer => [
  200,
  { room: ROOM, state, game_id: game },
];
const refusal: Answer = [409, { code: 'no', text: { de: 'Gerade nicht.', en: 'Not now.' } }];
const sentence = (): string => screen.getByTestId('say').textContent;

beforeEach(() => {
  localStorage.clear();
  tally.read();
});

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the set-up', () => {
  it('asks for what was chosen, and goes to the game as soon as it runs', async () => {
    const { user } = await visit('/practice');
    const fetched = answering(open('open', null), open('started', GAME));
    await user.click(screen.getByRole('radio', { name: /^stark/ }));
    await user.click(screen.getByRole('radio', { name: 'Schwarz' }));
    await user.click(screen.getByRole('radio', { name: /12 Steine/ }));
    await user.click(screen.getByRole('switch', { name: 'Springen mit drei Steinen' }));
    await user.click(screen.getByTestId('start-practice'));
    await vi.waitFor(() => {
      expect(router.page).toEqual({ name: 'game', id: GAME });
    });
    const [[method, path, body], [, again]] = asked(fetched);
    expect([method, path, again]).toEqual(['POST', '/api/practice', `/api/rooms/${ROOM}`]);
    const time = { base_ms: null, increment_ms: 0 };
    const options = { flying: false };
    const game = { game: 'mills', variant: 'battlemills-12', options, time, kind: 'practice' };
    expect(body).toMatchObject({ terms: { game, first: 'guest' }, strength: 'strong' });
  });

  it('remembers the last choice, and a link to another game does not spoil it', async () => {
    const first = await visit('/practice/dara');
    answering(open('started', GAME));
    expect(screen.queryByRole('switch')).toBeNull();
    await first.user.click(screen.getByRole('radio', { name: /^leicht/ }));
    await first.user.click(screen.getByTestId('start-practice'));
    await vi.waitFor(() => {
      expect(router.page.name).toBe('game');
    });
    router.go('/practice');
    expect(await screen.findByRole('radio', { name: 'Dara' })).toBeChecked();
    expect(screen.getByRole('radio', { name: /^leicht/ })).toBeChecked();
    router.go('/practice/mills');
    await tick();
    expect(screen.getByRole('radio', { name: /9 Steine/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /^leicht/ })).toBeChecked();
  });

  it('says why nothing came of it', async () => {
    const { user } = await visit('/practice/three');
    answering(refusal);
    await user.click(screen.getByTestId('start-practice'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Gerade nicht.');
    expect(screen.getByTestId('start-practice')).toBeEnabled();
  });

  it('shows and clears what the device has counted', async () => {
    tally.note('g');
    tally.count('g', 'mills', 'strong', 'won');
    const { user } = await visit('/practice/mills');
    expect(screen.getByTestId('tally')).toHaveTextContent('1 gewonnen, 0 unentschieden');
    await user.click(screen.getByRole('button', { name: 'Bilanz löschen' }));
    await user.click(screen.getByRole('button', { name: 'Ja' }));
    expect(screen.queryByTestId('tally')).toBeNull();
  });
});

async function atTable(turns: string[], game = 'mills'): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(practiceEvents(turns, game)));
  return visited;
}

describe('at the table', () => {
  it('the computer has a name, no clock and no absence', async () => {
    const { say } = await atTable(['a7', 'd6']);
    const away = { connected: [true, false], away_since_ms: [null, 1], spectators: 0 };
    await say({ t: 'presence', game: GAME, ...away } as Parameters<typeof say>[0]);
    expect(screen.getByTestId('bar-1')).toHaveTextContent('Computer (stark)');
    expect(screen.getByTestId('bar-1')).not.toHaveTextContent('nicht verbunden');
    expect(screen.queryByTestId('away')).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.queryByTestId('thinking')).toBeNull();
  });

  it('has no link for others, who could not see the game', async () => {
    const { say } = await atTable(['a7', 'd6']);
    expect(screen.queryByRole('button', { name: 'Link kopieren' })).toBeNull();
    await say(gameEvent(event(4, 'game_ended', { winner: 1, reason: 'resigned', clock })));
    expect(screen.queryByRole('button', { name: 'Link kopieren' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Als Text speichern' })).toBeVisible();
  });

  it('says that it thinks, and after a while that it warms up', async () => {
    await atTable(['a7']);
    expect(sentence()).toBe('Computer (stark) denkt nach …');
    expect(screen.getByTestId('thinking')).toBeInTheDocument();
    expect(screen.getByTestId('say')).toHaveAttribute('aria-live', 'polite');
  });

  it.each([
    [['a7'], /^Der Computer wärmt sich auf/],
    [['a7', 'd6', 'd7'], /denkt noch nach/],
  ])('is patient with it after %s', async (turns, text) => {
    const { say } = await visit(gamePath);
    const events = practiceEvents(turns).map((one) => ({ ...one, at_ms: Date.now() - 6_000 }));
    await say(snapshot(events));
    expect(sentence()).toMatch(text);
  });

  it('takes a turn back by button or key, even while the computer thinks', async () => {
    const { user, server, say } = await atTable(['a7', 'd6', 'd7']);
    await user.click(screen.getByTestId('take-back'));
    const [asking] = server().of('take_back');
    expect(asking).toMatchObject({ game: GAME, position: 4 });
    const back = { seat: 0, to: 3, plies: 1, clock };
    await say({ t: 'answer', id: asking.id, version: 5 });
    await say(gameEvent(event(5, 'turns_taken_back', back)));
    expect(point('d7')).toHaveAccessibleName(/frei/);
    expect(sentence()).toContain('Du bist am Zug');
    await user.keyboard('z');
    expect(server().of('take_back')[1]).toMatchObject({ position: 5 });
    expect(tally.isSpoiled(GAME)).toBe(true);
  });

  it('takes the reply back as well that came in between', async () => {
    const { user, server, say } = await atTable(['a7', 'd6', 'd7']);
    await user.click(screen.getByTestId('take-back'));
    const [first] = server().of('take_back');
    const text = { de: 'Die Stellung hat sich geändert.', en: 'The position has changed.' };
    await say({ t: 'answer', id: first.id, code: 'stale_position', text });
    expect(server().of('take_back')).toHaveLength(1);
    await say(gameEvent(turnEvent(5, 3, 'b2')));
    expect(server().of('take_back')[1]).toMatchObject({ position: 5 });
    expect(sentence()).not.toContain(text.de);
  });

  it('follows what another tab takes back, also for who was looking back', async () => {
    const { user, say } = await atTable(['a7', 'd6', 'd7', 'b2']);
    await user.keyboard('{ArrowLeft}');
    await say(gameEvent(event(6, 'turns_taken_back', { seat: 0, to: 3, plies: 2, clock })));
    await say(gameEvent(turnEvent(7, 2, 'g1')), gameEvent(turnEvent(8, 3, 'g4')));
    expect(point('g4')).toHaveAccessibleName(/schwarzer Stein/);
    expect(within(screen.getByTestId('turns')).getAllByRole('button')).toHaveLength(4);
  });

  it('has nothing to take back before the first own turn', async () => {
    const { user, server } = await atTable([]);
    expect(screen.getByTestId('take-back')).toBeDisabled();
    await user.keyboard('z');
    expect(server().of('take_back')).toEqual([]);
  });

  it('shows a hint on the board until the position changes, and does not count the game', async () => {
    const { user, say } = await atTable(['a7', 'd6', 'd7', 'b2']);
    const fetched = answering([200, { position: 5, turn: 'g7xd6', score: 1 }]);
    await user.click(screen.getByTestId('hint'));
    await vi.waitFor(() => {
      expect(sentence()).toContain('Tipp: g7xd6. Diese Partie zählt nicht');
    });
    expect(asked(fetched)[0].slice(0, 2)).toEqual(['POST', `/api/games/${GAME}/hint`]);
    expect(screen.getByTestId('hint-drawn').querySelectorAll('circle')).toHaveLength(2);
    await say(gameEvent(turnEvent(6, 4, 'g7xd6')));
    expect(screen.getByTestId('hint-drawn').childElementCount).toBe(0);
    await say(gameEvent(event(7, 'game_ended', { winner: 0, reason: 'stones', clock })));
    await user.click(point('a1'));
    expect(screen.getByTestId('result-panel')).toHaveTextContent('zählt nicht für deine Bilanz');
    expect(tally.of('mills', 'strong').won).toBe(0);
  });

  it('says why there is no hint', async () => {
    const { user } = await atTable(['a7', 'd6']);
    answering(refusal);
    await user.click(screen.getByTestId('hint'));
    await vi.waitFor(() => {
      expect(sentence()).toBe('Gerade nicht.');
    });
    expect(tally.isSpoiled(GAME)).toBe(false);
  });

  it('counts the end once, and plays again with the colours exchanged at one click', async () => {
    const { user, server, say } = await atTable(['a3', 'b2', 'b3', 'a1', 'c3'], 'tictactoe');
    await say(gameEvent(event(7, 'game_ended', { winner: 0, reason: 'line', clock })));
    await user.click(point('a3'));
    const panel = screen.getByTestId('result-panel');
    expect(panel).toHaveTextContent('Flinker Dachs hat drei Zeichen in einer Linie.');
    expect(panel).toHaveTextContent('1 gewonnen, 0 unentschieden, 0 verloren');
    await say(room({ state: 'started', game_id: GAME, rematch: [], version: 5 }));
    await user.click(within(panel).getByRole('button', { name: 'Noch eine Partie' }));
    expect(server().of('rematch')[0]).toMatchObject({ room: ROOM, game: GAME });
    await say(room({ state: 'started', game_id: '03-again', rematch: [], version: 8 }));
    await tick();
    expect(router.page).toEqual({ name: 'game', id: '03-again' });
  });

  it('sits down at a new table when the old one has been closed', async () => {
    const { user, say } = await atTable(['a3', 'b2', 'b3', 'a1', 'c3'], 'tictactoe');
    await say(gameEvent(event(7, 'game_ended', { winner: 0, reason: 'line', clock })));
    await say(room({ state: 'closed', game_id: GAME }));
    const fetched = answering(open('started', '03-again'));
    await user.click(screen.getByTestId('play-again'));
    await vi.waitFor(() => {
      expect(router.page).toEqual({ name: 'game', id: '03-again' });
    });
    const [[, path, body]] = asked(fetched);
    expect(path).toBe('/api/practice');
    const game = { ...terms('little-table', null), game: 'tictactoe', kind: 'practice' };
    expect(body).toMatchObject({ terms: { game, first: 'guest' }, strength: 'strong' });
  });
});
