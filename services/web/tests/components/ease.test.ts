import { screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { router } from '../../src/lib/router.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { BLACK, event, eventsOf, GAME, gameEvent, ROOM, snapshot, terms, WHITE } from '../double';
import { gamePath, point, room, roomPath, settleAll, visit, type Visit } from './app';

const OPENING = ['a7', 'd6', 'd7', 'b2', 'b4', 'e3'];
const clock = { remaining_ms: [200_000, 100_000], running: null };
const ENDED = gameEvent(event(8, 'game_ended', { winner: 0, reason: 'resigned', clock }));

async function atTable(seat: number | null = 0): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(eventsOf(OPENING), seat));
  return visited;
}

async function untilFocused(what: () => Element): Promise<void> {
  await vi.waitFor(() => {
    expect(document.activeElement).toBe(what());
  });
}

const board = (): Element => document.querySelector('[data-point][tabindex="0"]') as Element;

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the focus', () => {
  it('goes back to the board when a confirmed turn leaves nothing to confirm', async () => {
    const { user } = await atTable();
    settings.set('confirm', true);
    await tick();
    await user.click(point('f2'));
    await user.click(screen.getByRole('button', { name: 'Zug bestätigen' }));
    await untilFocused(board);
  });

  it('stays at the menu after an offer, and after thinking better of resigning', async () => {
    const { user } = await atTable();
    const opener = (): Element => screen.getByTestId('end-menu');
    await user.click(opener());
    await user.click(screen.getByRole('button', { name: 'Aufgeben' }));
    expect(screen.getByRole('button', { name: 'Nein' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Nein' }));
    await untilFocused(opener);
    await user.click(screen.getByRole('button', { name: 'Remis anbieten' }));
    await untilFocused(opener);
  });

  it('goes back to the board when the result is closed', async () => {
    const { user, say } = await atTable();
    await say(ENDED);
    await user.click(point('a1'));
    expect(screen.getByTestId('result-panel')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Brett ansehen' }));
    await untilFocused(board);
  });

  it('goes to the content of the next page', async () => {
    const { user } = await visit('/');
    await user.click(screen.getByTestId('play-friend'));
    await untilFocused(() => document.querySelector('#content') as Element);
  });

  it('is not taken from somebody who has put it nowhere', async () => {
    const { say } = await visit(roomPath);
    await say(room({ guest: BLACK, agreed: [], version: 2 }));
    screen.getByTestId('agree').focus();
    screen.getByTestId('agree').blur();
    await tick();
    await say(room({ guest: BLACK, agreed: [WHITE.player], version: 3 }));
    await tick();
    expect(document.body).toHaveFocus();
  });
});

describe('playing again', () => {
  it('opens another room on the same terms, colours exchanged, when the old one is closed', async () => {
    const opened = vi.fn<(path: string, request: RequestInit) => Promise<Response>>(() =>
      Promise.resolve(new Response(JSON.stringify({ room: ROOM }))),
    );
    const { user, say } = await atTable();
    vi.stubGlobal('fetch', opened);
    await say(ENDED);
    await say(room({ state: 'closed', game_id: GAME }));
    await user.click(screen.getByTestId('play-again'));
    const [path, { body }] = opened.mock.calls[0];
    expect(path).toBe('/api/rooms');
    expect(JSON.parse(body as string)).toMatchObject({ terms: { game: terms(), first: 'guest' } });
    await vi.waitFor(() => {
      expect(router.page).toEqual({ name: 'room', id: ROOM });
    });
  });

  it('is offered in the result too, and to nobody who only watched', async () => {
    const { user, say } = await atTable(null);
    await say(ENDED);
    await user.click(point('a1'));
    expect(screen.queryByTestId('play-again')).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Neue Partie' })).toHaveLength(2);
  });
});

describe('at a glance', () => {
  it('a turn that waits to be confirmed is still the turn of its player', async () => {
    const { user } = await atTable();
    settings.set('confirm', true);
    await tick();
    await user.click(point('f2'));
    expect(screen.getByTestId('bar-0')).toHaveClass('active');
    expect(screen.getByTestId('bar-1')).not.toHaveClass('active');
  });

  it('a room\u2019s tab says who has come', async () => {
    const { say } = await visit(roomPath);
    await say(room({ guest: BLACK, version: 2 }));
    expect(document.title).toContain(`${BLACK.name} ist da`);
  });

  it('nothing covers the form while the terms are being changed', async () => {
    const { user, say } = await visit(roomPath);
    await say(room({ guest: BLACK, agreed: [], version: 2 }));
    expect(document.querySelector('.within-reach')).not.toBeNull();
    await user.click(screen.getByTestId('change-terms'));
    expect(document.querySelector('.within-reach')).toBeNull();
  });
});
