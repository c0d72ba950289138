import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FromServer, RoomView } from '../../src/lib/protocol/generated';
import { router } from '../../src/lib/router.svelte';
import { BLACK, event, eventsOf, GAME, gameEvent, ROOM, snapshot, WHITE } from '../double';
import { gamePath, room, settleAll, visit, type Visit } from './app';

const clock = { remaining_ms: [1, 1], running: null };
const ended = event(4, 'game_ended', { winner: 1, reason: 'resigned', clock });
const after = (changed: Partial<RoomView> = {}): FromServer =>
  room({ guest: BLACK, version: 5, state: 'started', game_id: GAME, rematch: [], ...changed });

/** A game is over, and whoever sat there looks at something else. */
async function elsewhere(seat: number | null = 0): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(eventsOf(['a7', 'd6']), seat), gameEvent(ended));
  await visited.say(after());
  router.go('/games');
  await tick();
  return visited;
}

afterEach(() => {
  settleAll();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('a wish for another game', () => {
  it('is told on other pages, in the title and aloud, and leads to the table', async () => {
    const { user, say } = await elsewhere();
    expect(screen.queryByTestId('wish')).toBeNull();
    await say(after({ version: 6, rematch: [BLACK.player] }));
    const card = screen.getByTestId('wish');
    expect(card).toHaveTextContent(`${BLACK.name} möchte noch eine Partie spielen.`);
    expect(screen.getByTestId('called')).toHaveTextContent('möchte noch eine Partie');
    expect(document.title).toBe(`● ${BLACK.name} möchte noch eine Partie`);
    await user.click(within(card).getByRole('link', { name: 'Zur Partie' }));
    expect(router.page).toEqual({ name: 'game', id: GAME });
    expect(screen.queryByTestId('wish')).toBeNull();
  });

  it('is declined there, and gone with the room', async () => {
    const { user, server, say } = await elsewhere();
    await say(after({ version: 6, rematch: [BLACK.player] }));
    await user.click(screen.getByRole('button', { name: 'Nein, danke' }));
    expect(server().of('leave_room')[0]).toMatchObject({ room: ROOM });
    await say(after({ version: 7, state: 'closed' }));
    expect(screen.queryByTestId('wish')).toBeNull();
  });

  it('goes when it is withdrawn, and comes once more after having been put aside', async () => {
    const { user, say } = await elsewhere();
    await say(after({ version: 6, rematch: [BLACK.player] }));
    await user.click(screen.getByRole('button', { name: 'Ausblenden' }));
    expect(screen.queryByTestId('wish')).toBeNull();
    await say(after({ version: 7 }));
    await say(after({ version: 8, rematch: [BLACK.player] }));
    expect(screen.getByTestId('wish')).toBeInTheDocument();
    await say(after({ version: 9 }));
    expect(screen.queryByTestId('wish')).toBeNull();
  });

  it('is nothing that spectators, or whoever wishes it, is told of', async () => {
    const { say } = await elsewhere(null);
    await say(after({ version: 6, host: { ...WHITE, player: 'other' }, rematch: [BLACK.player] }));
    expect(screen.queryByTestId('wish')).toBeNull();
  });

  it('is told after a reload, too', async () => {
    sessionStorage.setItem('spielcenter.last-game', JSON.stringify({ room: ROOM, game: GAME }));
    const { say } = await visit('/games');
    await say(after({ version: 6, rematch: [BLACK.player] }));
    expect(screen.getByTestId('wish')).toBeInTheDocument();
  });
});
