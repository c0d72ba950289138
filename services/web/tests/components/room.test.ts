import { screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { router } from '../../src/lib/router.svelte';
import { BLACK, GAME, ROOM, terms, WHITE } from '../double';
import { room, roomPath, settleAll, visit } from './app';

const BOTH = { guest: BLACK, agreed: [] as string[], version: 2 };

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('a private room', () => {
  it('gives the host a link to send', async () => {
    const { say } = await visit(roomPath);
    await say(room());
    expect(screen.getByTestId('room-link')).toHaveValue(`${location.origin}${roomPath}`);
    expect(screen.getByTestId('room-code')).toHaveTextContent(ROOM);
    expect(screen.queryByTestId('agree')).toBeNull();
  });

  it('lets somebody new come in as a guest and take the free place', async () => {
    const me = { player: { id: BLACK.player, name: BLACK.name, is_guest: true }, running: [] };
    const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(me))));
    vi.stubGlobal('fetch', fetched);
    const { user, server, say } = await visit(roomPath, null);
    await say(room());
    expect(screen.getByText(`${WHITE.name} lädt dich zu einer Partie Mühle ein.`)).toBeVisible();
    await user.click(screen.getByTestId('join-room'));
    expect(fetched).toHaveBeenCalledOnce();
    // The socket of a stranger is replaced by one that knows the session.
    server().welcome(BLACK.player);
    expect(server().of('join_room')[0]).toMatchObject({ room: ROOM });
  });

  it('shows all terms to both, and names exactly these when agreeing', async () => {
    const { user, server, say } = await visit(roomPath);
    await say(room(BOTH));
    expect(screen.getByText('Springen mit drei Steinen')).toBeVisible();
    expect(screen.getByText('5 + 3')).toBeVisible();
    await user.click(screen.getByTestId('agree'));
    const exact = { game: terms(), first: 'random' };
    expect(server().of('agree_terms')[0]).toMatchObject({ room: ROOM, terms: exact });
  });

  it('says when the other has changed a term, which clears the own agreement', async () => {
    const { say } = await visit(roomPath);
    await say(room({ ...BOTH, agreed: [WHITE.player] }));
    expect(screen.queryByTestId('agree')).toBeNull();
    const other = { game: terms('battlemills-12'), first: 'random' as const };
    await say(room({ ...BOTH, version: 3, terms: other, agreed: [BLACK.player] }));
    expect(screen.getByText(/Die Bedingungen wurden geändert/)).toBeVisible();
    expect(screen.getByTestId('agree')).toBeEnabled();
  });

  it('proposes other terms', async () => {
    const { user, server, say } = await visit(roomPath);
    await say(room(BOTH));
    await user.click(screen.getByTestId('change-terms'));
    await user.click(screen.getByRole('radio', { name: '10 + 5' }));
    await user.click(screen.getByRole('switch', { name: 'Springen mit drei Steinen' }));
    await user.click(screen.getByRole('button', { name: 'Vorschlagen' }));
    const [{ terms: wanted }] = server().of('change_terms');
    expect(wanted.game.time).toEqual({ base_ms: 600_000, increment_ms: 5_000 });
    expect(wanted.game.options).toEqual({ flying: false });
  });

  it('ignores an older picture of the room', async () => {
    const { say } = await visit(roomPath);
    await say(room({ ...BOTH, version: 5 }), room({ version: 4 }));
    expect(screen.getByText(BLACK.name)).toBeVisible();
  });

  it('goes to the game as soon as it has started', async () => {
    const { say } = await visit(roomPath);
    await say(room({ ...BOTH, state: 'started', game_id: GAME }));
    await tick();
    expect(router.page).toEqual({ name: 'game', id: GAME });
  });

  it.each([
    [
      'full',
      room({ ...BOTH, host: BLACK, guest: { player: 'x', name: 'X' } }),
      /sitzen schon zwei/,
    ],
    ['closed', room({ state: 'closed' }), /geschlossen/],
  ])('says that it is %s', async (_, message, text) => {
    const { say } = await visit(roomPath);
    await say(message);
    expect(screen.getByTestId('room-closed')).toHaveTextContent(text);
  });

  it('says that it is unknown', async () => {
    const { say } = await visit(roomPath);
    const text = { de: 'Diesen Raum gibt es nicht.', en: 'There is no such room.' };
    await say({ t: 'room_gone', room: ROOM, code: 'room_not_found', text });
    expect(screen.getByTestId('room-closed')).toHaveTextContent(text.de);
  });
});

describe('a running game', () => {
  it('is one click away from every other page', async () => {
    const { say } = await visit('/rules');
    const seats: [typeof WHITE, typeof BLACK] = [WHITE, BLACK];
    const rest = { ended_at_ms: null, winner: null, reason: null, plies: 3 };
    const summary = { game: GAME, terms: terms(), seats, started_at_ms: 1, ...rest };
    await say({ t: 'running', running: [summary] });
    expect(screen.getByTestId('to-game')).toHaveAttribute('href', `/game/${GAME}`);
    expect(screen.getByText(/gegen Stille Rohrdommel/)).toBeVisible();
  });
});
