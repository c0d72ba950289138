import { fireEvent, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../src/lib/settings.svelte';
import { event, eventsOf, GAME, gameEvent, snapshot, terms, turnEvent } from '../double';
import { gamePath, point, settleAll, visit, type Visit } from './app';

const OPENING = ['a7', 'd6', 'd7', 'b2', 'b4', 'e3'];
const PLACED = 'd5 d7 a4 d1 f6 f4 e4 d3 g7 c3 e3 b4 f2 b2 c5 a7 g4 a1'.split(' ');

async function atTable(turns = OPENING, seat: number | null = 0): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(eventsOf(turns), seat));
  return visited;
}

const sentence = (): string => screen.getByTestId('say').textContent;
const clock = { remaining_ms: [200_000, 100_000], running: null };

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('at the table', () => {
  it('a placement is sent with one click', async () => {
    const { user, server } = await atTable();
    expect(sentence()).toContain('Du bist am Zug');
    expect(document.title).toContain('Du bist am Zug');
    await user.click(point('f2'));
    expect(server().of('play')[0]).toMatchObject({ turn: 'f2', position: 7 });
  });

  it('a closed mill is not sent until a stone is taken', async () => {
    const { user, server } = await atTable();
    await user.click(point('g7'));
    expect(server().of('play')).toEqual([]);
    expect(sentence()).toContain('Mühle!');
    expect(screen.getAllByTestId('mill')).toHaveLength(1);
    expect(screen.getAllByTestId('takeable')).toHaveLength(3);
    expect(point('d6')).toHaveAccessibleName('d6, schwarzer Stein, kannst du nehmen');
    expect(point('g7')).toHaveAccessibleName('g7, weißer Stein, in einer Mühle');
    await user.click(point('a1'));
    expect(server().of('play')).toEqual([]);
    await user.click(point('d6'));
    expect(server().of('play')[0]).toMatchObject({ turn: 'g7xd6' });
    expect(screen.queryByTestId('takeable')).toBeNull();
  });

  it('Escape takes the unfinished turn back', async () => {
    const { user, server } = await atTable();
    await user.click(point('g7'));
    await user.keyboard('{Escape}');
    expect(screen.queryByTestId('mill')).toBeNull();
    expect(point('g7')).toHaveAccessibleName('g7, frei, mögliches Ziel');
    expect(server().of('play')).toEqual([]);
  });

  it('is played by keyboard alone', async () => {
    const { user, server } = await atTable();
    point('d2').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(point('f2'));
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    expect(server().of('play')[0]).toMatchObject({ turn: 'f6' });
  });

  it('only one point is in the order of tabs', async () => {
    await atTable();
    expect(document.querySelectorAll('[data-point][tabindex="0"]')).toHaveLength(1);
  });

  it('a refused turn is taken back, with the server\u2019s sentence at the board', async () => {
    const { user, server, say } = await atTable();
    await user.click(point('f2'));
    expect(point('f2')).toHaveAccessibleName(/weißer Stein/);
    const text = { de: 'Deine Zeit war abgelaufen.', en: 'Your time had run out.' };
    await say({ t: 'answer', id: server().of('play')[0].id, code: 'flag_fallen', text });
    expect(point('f2')).toHaveAccessibleName(/frei/);
    expect(sentence()).toBe(text.de);
  });

  it('with confirmation every decision can be undone and redone before it is sent', async () => {
    const { user, server } = await atTable();
    settings.set('confirm', true);
    await tick();
    await user.click(point('f2'));
    expect(server().of('play')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Zurück' }));
    expect(point('f2')).toHaveAccessibleName(/frei/);
    await user.click(screen.getByRole('button', { name: 'Wieder' }));
    await user.click(screen.getByRole('button', { name: 'Zug bestätigen' }));
    expect(server().of('play')[0]).toMatchObject({ turn: 'f2' });
  });

  it('warns where the other could close a mill, if that is wanted', async () => {
    await atTable(['a1', 'a7', 'b2', 'd7']);
    expect(screen.queryByTestId('threat')).toBeNull();
    settings.set('warning', true);
    await tick();
    expect(point('g7')).toHaveAccessibleName(/hier droht eine Mühle/);
  });

  it('shows the stones in hand in each bar', async () => {
    await atTable();
    expect(screen.getByTestId('bar-0')).toHaveTextContent('HAND 6');
    expect(screen.getByTestId('bar-1')).toHaveTextContent('HAND 6');
  });

  it('rings the empty point where a stone was last taken', async () => {
    await atTable(['a7', 'd6', 'd7', 'b2', 'g7xd6'], 1);
    expect(point('d6')).toHaveAccessibleName(/hier wurde zuletzt ein Stein genommen/);
    expect(screen.getByTestId('captured')).toBeInTheDocument();
  });

  it('steps through the turns while the game goes on', async () => {
    const { user, say } = await atTable();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(sentence()).toContain('nach Halbzug 4');
    await say(gameEvent(turnEvent(8, 6, 'f2')));
    expect(sentence()).toContain('nach Halbzug 4');
    await user.click(screen.getByRole('button', { name: 'Zur jetzigen Stellung' }));
    expect(sentence()).toContain('Stille Rohrdommel ist am Zug');
    await user.click(screen.getByRole('button', { name: 'd7' }));
    expect(sentence()).toContain('nach Halbzug 3');
    await fireEvent.input(screen.getByTestId('slider'), { target: { value: '0' } });
    expect(sentence()).toContain('leere Brett');
  });

  it('F turns the board by half a circle', async () => {
    const { user } = await atTable();
    const place = (): string | null | undefined =>
      point('a1').querySelector('circle')?.getAttribute('cx');
    const before = place();
    await user.keyboard('f');
    expect(place()).not.toBe(before);
  });
});

describe('a game in the moving phase', () => {
  it('moves by stone and target, and drops the choice at a second click', async () => {
    const { user, server } = await atTable(PLACED);
    expect(sentence()).toContain('Wähle einen Stein');
    await user.click(point('f2'));
    expect(point('f2')).toHaveAccessibleName(/gewählt/);
    expect(point('d2')).toHaveAccessibleName('d2, frei, mögliches Ziel');
    await user.click(point('f2'));
    expect(point('f2')).not.toHaveAccessibleName(/gewählt/);
    await user.click(point('f2'));
    await user.click(point('d2'));
    expect(server().of('play')[0]).toMatchObject({ turn: 'f2-d2' });
  });

  it('moves, closes a mill and takes', async () => {
    const { user, server } = await atTable(PLACED);
    await user.click(point('d5'));
    await user.click(point('e5'));
    expect(server().of('play')).toEqual([]);
    await user.click(point('a1'));
    expect(server().of('play')[0]).toMatchObject({ turn: 'd5-e5xa1' });
  });

  it('says why a stone of the other side does nothing', async () => {
    const { user } = await atTable(PLACED);
    await user.click(point('a1'));
    expect(sentence()).toBe('Dieser Stein gehört deinem Gegner.');
  });
});

describe('draws, ends, absence', () => {
  it('answers the other\u2019s offer by its name', async () => {
    const { user, server, say } = await atTable();
    await say(gameEvent(event(8, 'draw_offered', { seat: 1 })));
    const accept = screen.getByRole('button', { name: 'Annehmen' });
    expect(accept).toBeDisabled();
    await vi.waitFor(() => {
      expect(accept).toBeEnabled();
    });
    await user.click(accept);
    expect(server().of('accept_draw')[0]).toMatchObject({ offer: 8 });
  });

  it('offers a draw once a position', async () => {
    const { user, server, say } = await atTable();
    await user.click(screen.getByTestId('end-menu'));
    await user.click(screen.getByRole('button', { name: 'Remis anbieten' }));
    const [offer] = server().of('offer_draw');
    await say({ t: 'answer', id: offer.id, version: 8 });
    await say(gameEvent(event(8, 'draw_offered', { seat: 0 })));
    await say(gameEvent(event(9, 'draw_declined', { seat: 1, offer: 8 })));
    await user.click(screen.getByTestId('end-menu'));
    expect(screen.getByRole('button', { name: 'Remis anbieten' })).toBeDisabled();
  });

  it('resigns only after a second question', async () => {
    const { user, server } = await atTable();
    await user.click(screen.getByTestId('end-menu'));
    await user.click(screen.getByRole('button', { name: 'Aufgeben' }));
    expect(server().of('resign')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Ja' }));
    expect(server().of('resign')).toHaveLength(1);
  });

  it('claims the win once the other has been away for a minute', async () => {
    const { user, server, say } = await atTable();
    const away = Date.now() - 61_000;
    const presence = { connected: [true, false], away_since_ms: [null, away], spectators: 3 };
    await say({ t: 'presence', game: GAME, ...presence } as Parameters<typeof say>[0]);
    expect(screen.getByTestId('spectators')).toHaveTextContent('3 schauen zu');
    await user.click(screen.getByRole('button', { name: 'Sieg beanspruchen' }));
    expect(server().of('claim_win')).toHaveLength(1);
  });

  it('shows the result at a click on the final position', async () => {
    const { user, say } = await atTable();
    await say(gameEvent(event(8, 'game_ended', { winner: 0, reason: 'time', clock })));
    expect(screen.queryByTestId('result')).toBeNull();
    await user.click(point('a1'));
    const panel = screen.getByTestId('result-panel');
    expect(panel).toHaveTextContent('Die Bedenkzeit von Stille Rohrdommel ist abgelaufen.');
  });

  it('a spectator has nothing to press but the steps', async () => {
    const { user, server } = await atTable(OPENING, null);
    expect(sentence()).toContain('Du schaust zu');
    expect(screen.queryByTestId('end-menu')).toBeNull();
    await user.click(point('f2'));
    expect(server().of('play')).toEqual([]);
  });

  it('without a connection the running clock of the other is shown as uncertain', async () => {
    const { server } = await atTable([...OPENING, 'f2']);
    server().cut();
    await tick();
    expect(screen.getByTestId('connection')).toHaveTextContent('Keine Verbindung');
    expect(screen.getByTestId('bar-1')).toHaveTextContent('≈');
    expect(sentence()).toContain('Keine Verbindung');
  });

  it('a game without a clock shows none', async () => {
    const visited = await visit(gamePath);
    await visited.say(snapshot(eventsOf(OPENING, terms('yucata', null))));
    expect(screen.queryByTestId('clock')).toBeNull();
  });

  it('who looks back sees the clocks as they stood then', async () => {
    const { user, say } = await atTable();
    await say(gameEvent(event(8, 'game_ended', { winner: 0, reason: 'time', clock })));
    expect(screen.getByTestId('bar-0')).toHaveTextContent('3:20');
    await user.keyboard('{Home}');
    expect(screen.getByTestId('bar-0')).toHaveTextContent('5:00');
    await user.click(screen.getByRole('button', { name: 'Zur Schlussstellung' }));
    expect(screen.getByTestId('bar-0')).toHaveTextContent('3:20');
  });

  it('nobody watches a game that is over', async () => {
    const { say } = await atTable();
    await say(gameEvent(event(8, 'game_ended', { winner: 0, reason: 'time', clock })));
    const presence = { connected: [true, true], away_since_ms: [null, null], spectators: 3 };
    await say({ t: 'presence', game: GAME, ...presence } as Parameters<typeof say>[0]);
    expect(screen.queryByTestId('spectators')).toBeNull();
  });

  it('a refusal goes away by itself', async () => {
    await atTable(PLACED);
    vi.useFakeTimers();
    await fireEvent.click(point('a1'));
    expect(sentence()).toBe('Dieser Stein gehört deinem Gegner.');
    await vi.advanceTimersByTimeAsync(6_100);
    vi.useRealTimers();
    expect(sentence()).toContain('Wähle einen Stein');
  });
});
