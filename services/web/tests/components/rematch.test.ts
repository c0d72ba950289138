import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RoomView } from '../../src/lib/protocol/generated';
import { stageOf } from '../../src/lib/room/next-game.svelte';
import { router } from '../../src/lib/router.svelte';
import { BLACK, event, eventsOf, GAME, gameEvent, ROOM, snapshot, WHITE } from '../double';
import { gamePath, room, settleAll, visit, type Visit } from './app';

const NEXT = '04-next';
const TEXTS = { already_playing: { de: 'Du spielst schon.', en: 'You are playing already.' } };
const clock = { remaining_ms: [1, 1], running: null };
const ended = event(4, 'game_ended', { winner: 1, reason: 'resigned', clock });
const after = (changed: Partial<RoomView> = {}): ReturnType<typeof room> =>
  room({ guest: BLACK, version: 5, state: 'started', game_id: GAME, rematch: [], ...changed });
const again = (): HTMLElement => screen.getByTestId('again');
const buttons = (): string[] =>
  within(again())
    .queryAllByRole('button')
    .map((button) => button.textContent.trim());

async function overAt(seat: number | null = 0): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(eventsOf(['a7', 'd6']), seat), gameEvent(ended));
  await visited.say(after());
  return visited;
}

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('what a room says about the next game', () => {
  const view = (changed: Partial<RoomView>): RoomView => {
    const message = after(changed);
    if (message.t !== 'room') throw new Error('no room');
    return message.view;
  };
  const [me, them] = [WHITE.player, BLACK.player];

  it.each([
    [{}, 'free'],
    [{ rematch: [me] }, 'asked'],
    [{ rematch: [them] }, 'invited'],
    [{ rematch: [them, me] }, 'starting'],
    [{ game_id: NEXT }, 'going on'],
    [{ state: 'closed' as const }, 'closed'],
    [{ state: 'closed' as const, game_id: NEXT }, 'going on'],
  ])('%j is %s', (changed, stage) => {
    expect(stageOf(view(changed), GAME, me)).toBe(stage);
  });
});

describe('another game in the same room', () => {
  it('is asked for, waited for, and begins by itself when both want it', async () => {
    const { user, server, say } = await overAt();
    expect(server().of('watch_room')[0]).toMatchObject({ room: ROOM });
    await user.click(screen.getByTestId('rematch'));
    const [sent] = server().of('rematch');
    expect(sent).toMatchObject({ room: ROOM, game: GAME });
    await say({ t: 'answer', id: sent.id, version: 6 });
    await say(after({ version: 6, rematch: [WHITE.player] }));
    expect(again()).toHaveTextContent(`Du möchtest noch einmal – warte auf ${BLACK.name} …`);
    await say(after({ version: 7, rematch: [WHITE.player, BLACK.player] }));
    expect(again()).toHaveTextContent('Die nächste Partie beginnt …');
    await say(after({ version: 8, game_id: NEXT }));
    await tick();
    expect(router.page).toEqual({ name: 'game', id: NEXT });
    expect(server().of('leave_room')).toEqual([]);
  });

  it('is told to the other, in the title too, who says yes', async () => {
    const { user, server, say } = await overAt();
    await say(after({ version: 6, rematch: [BLACK.player] }));
    expect(within(again()).getByRole('status')).toHaveTextContent(
      `${BLACK.name} möchte noch eine Partie spielen.`,
    );
    expect(document.title).toContain(`${BLACK.name} möchte noch eine Partie`);
    await user.click(screen.getByRole('button', { name: 'Ja, noch eine' }));
    expect(server().of('rematch')).toHaveLength(1);
  });

  it('can be declined, which closes the room; then only a new one is left', async () => {
    const { user, server, say } = await overAt();
    await say(after({ version: 6, rematch: [BLACK.player] }));
    await user.click(screen.getByRole('button', { name: 'Nein, danke' }));
    expect(server().of('leave_room')[0]).toMatchObject({ room: ROOM });
    await say(after({ version: 7, state: 'closed' }));
    expect(again()).not.toHaveTextContent('spielt nicht noch einmal');
    expect(buttons()).toEqual(['Noch einmal spielen']);
  });

  it('says when the other does not want to', async () => {
    const { say } = await overAt();
    await say(after({ version: 6, rematch: [WHITE.player] }));
    await say(after({ version: 7, state: 'closed' }));
    expect(again()).toHaveTextContent(`${BLACK.name} spielt nicht noch einmal.`);
  });

  it('is given up by going away', async () => {
    const { server, say } = await overAt();
    await say(after({ version: 6, rematch: [WHITE.player] }));
    router.go('/rules');
    await tick();
    expect(server().of('leave_room')).toHaveLength(1);
  });

  it('costs nobody the room who goes away when nobody has asked', async () => {
    const { server, say } = await overAt();
    router.go('/rules');
    await tick();
    expect(server().of('leave_room')).toEqual([]);
    // A wish may still come: that is told on other pages.
    expect(server().of('unwatch_room')).toEqual([]);
    await say(after({ version: 6, state: 'closed' }));
    await tick();
    expect(server().of('unwatch_room')).toHaveLength(1);
  });

  it('is given up by going away from where one met in the waiting room', async () => {
    const { server, say } = await overAt();
    await say(after({ version: 6, kind: 'challenge' }));
    router.go('/lobby');
    await tick();
    expect(server().of('leave_room')).toHaveLength(1);
  });

  it('leads back to the waiting room, or to the same one by name, when it has been declined', async () => {
    const { user, say } = await overAt();
    await say(after({ version: 6, kind: 'seek', rematch: [WHITE.player] }));
    await say(after({ version: 7, kind: 'seek', state: 'closed' }));
    expect(within(again()).getByTestId('to-lobby')).toHaveClass('main');
    await user.click(screen.getByTestId('challenge-again'));
    const dialog = await screen.findByRole('dialog', { name: `${BLACK.name} herausfordern` });
    expect(within(dialog).getByRole('radio', { name: 'Schwarz' })).toBeChecked();
  });

  it('is linked to for who watched the last one, and for who comes back to it', async () => {
    const visited = await visit(gamePath, '09-somebody');
    await visited.say(snapshot(eventsOf(['a7', 'd6']), null), gameEvent(ended));
    await visited.say(after());
    expect(buttons()).toEqual([]);
    await visited.say(after({ version: 6, rematch: [WHITE.player] }));
    expect(again()).not.toHaveTextContent('warte');
    await visited.say(after({ version: 8, game_id: NEXT }));
    expect(screen.getByTestId('next-game')).toHaveAttribute('href', `/game/${NEXT}`);
    expect(router.page).toEqual({ name: 'game', id: GAME });
  });

  it('does not take a tab along that lies behind another', async () => {
    const { say } = await overAt();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await say(after({ version: 7, rematch: [WHITE.player, BLACK.player] }));
    await say(after({ version: 8, game_id: NEXT }));
    await tick();
    hidden.mockRestore();
    expect(router.page).toEqual({ name: 'game', id: GAME });
    expect(screen.getByTestId('next-game')).toHaveAttribute('href', `/game/${NEXT}`);
  });

  it('says why it could not begin, with a link to the game that is still running', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(TEXTS))));
    const { say } = await overAt();
    const seats: [typeof WHITE, typeof BLACK] = [WHITE, BLACK];
    const time = { base_ms: 300_000, increment_ms: 0 };
    const rest = { ended_at_ms: null, winner: null, reason: null, plies: 3, started_at_ms: 1 };
    const { terms } = (eventsOf([])[0].data ?? {}) as { terms: object };
    const running = { game: '05-other', terms: { ...terms, time }, seats, ...rest };
    await say({ t: 'running', running: [running] } as never);
    await say(after({ version: 6, refused: 'already_playing' }));
    await vi.waitFor(() => {
      expect(again()).toHaveTextContent('Du spielst schon.');
    });
    expect(screen.getByTestId('running-game')).toHaveAttribute('href', '/game/05-other');
  });
});
