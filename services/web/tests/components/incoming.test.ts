import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { tick } from 'svelte';
import { router } from '../../src/lib/router.svelte';
import { challengeRoom, got, OTHER_ROOM, sent, THIRD } from '../challenges/invitation';
import { tidily } from '../challenges/tidy';
import { BLACK, eventsOf, ROOM, snapshot, WHITE } from '../double';
import { gamePath, visit } from './app';
import { answer } from './http';
import { ACCOUNT, summary, welcome } from './someone';

tidily();

const FRESH_MS = 400;

/** A button that has lain there long enough not to be hit unawares. */
async function ready(testid: string): Promise<HTMLElement> {
  const [button] = await screen.findAllByTestId(testid);
  await waitFor(() => {
    expect(button).toBeEnabled();
  });
  return button;
}

describe('somebody who challenges', () => {
  it('is on every page: who, on which terms, how long; and in the title', async () => {
    const { say } = await visit('/games');
    await say({ t: 'invitations', invitations: [got()] });
    const card = screen.getByTestId('incoming');
    expect(card).toHaveTextContent('Stille Rohrdommel fordert dich heraus');
    expect(card).toHaveTextContent('Battlemills, 9 Steine · 5 + 3 · freundschaftlich');
    expect(within(card).getByTestId('left')).toHaveTextContent(/noch (1:00|0:5\d)/);
    expect(document.title).toBe('● Du wirst herausgefordert');
    expect(screen.getByTestId('called')).toHaveTextContent('Herausforderung von Stille Rohrdommel');
    // Nobody is torn from what they do.
    expect(card).not.toContainElement(document.activeElement as HTMLElement);
  });

  it('is accepted by one click, which leads to the terms', async () => {
    const { user, server, say } = await visit('/games');
    await say({ t: 'invitations', invitations: [got()] });
    await user.click(await ready('accept'));
    const [{ id }] = server().of('join_room');
    await say({ t: 'answer', id });
    expect(router.page).toEqual({ name: 'room', id: ROOM });
    expect(screen.queryByTestId('incoming')).toBeNull();
    await vi.dynamicImportSettled();
    await tick();
    const room = challengeRoom({ host: BLACK, invited: WHITE.player, guest: WHITE, version: 2 });
    await say({ t: 'room', view: { ...room, agreed: [BLACK.player] } });
    expect(screen.getByTestId('agree')).toBeEnabled();
  });

  it('is not hit by a finger that was on its way', async () => {
    vi.useFakeTimers();
    const { say } = await visit('/games');
    await say({ t: 'invitations', invitations: [got()] });
    expect(screen.getByTestId('accept')).toBeDisabled();
    await vi.advanceTimersByTimeAsync(FRESH_MS);
    expect(screen.getByTestId('accept')).toBeEnabled();
  });

  it('is told why not', async () => {
    const { user, server, say } = await visit('/games');
    await say({ t: 'invitations', invitations: [got()] });
    await user.click(await ready('decline'));
    await user.click(screen.getByRole('button', { name: 'Gerade keine Zeit' }));
    const [{ id, ...sentVerb }] = server().of('decline_room');
    expect(sentVerb).toEqual({ t: 'decline_room', room: ROOM, reason: 'busy' });
    await say({ t: 'answer', id });
    expect(screen.queryByTestId('incoming')).toBeNull();
  });

  it('is gone when answered elsewhere, and when the time is over', async () => {
    vi.useFakeTimers();
    const { say } = await visit('/games');
    const title = document.title;
    const later = got({ room: OTHER_ROOM, sender: THIRD, expires_at_ms: Date.now() + 5_000 });
    await say({ t: 'invitations', invitations: [got(), later] });
    expect(screen.getAllByTestId('incoming')).toHaveLength(2);
    await say({ t: 'invitations', invitations: [got({ state: 'declined', reason: 'no' })] });
    expect(screen.getByTestId('incoming')).toHaveTextContent(THIRD.name);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(screen.queryByTestId('incoming')).toBeNull();
    expect(document.title).toBe(title);
  });

  it('can be hidden, and is no letter that lay there before', async () => {
    const letter = got({ is_mail: true, room: OTHER_ROOM });
    answer({ 'GET /api/invitations': { body: { invitations: [letter] } } });
    const { user, say } = await visit('/games');
    await say({ t: 'invitations', invitations: [got()] });
    await user.click(screen.getByRole('button', { name: 'Ausblenden' }));
    expect(screen.queryByTestId('incoming')).toBeNull();
  });

  it('says what was refused at its card', async () => {
    const { user, server, say } = await visit('/games');
    await say({ t: 'invitations', invitations: [got()] });
    answer({ 'GET /api/invitations': { body: { invitations: [got()] } } });
    await user.click(await ready('accept'));
    const text = { de: 'Der Platz ist besetzt.', en: 'The place is taken.' };
    await say({ t: 'answer', id: server().of('join_room')[0].id, code: 'room_full', text });
    expect(within(screen.getByTestId('incoming')).getByRole('alert')).toHaveTextContent(text.de);
  });

  it('does not come between a player and the board', async () => {
    const { user, server, say } = await visit(gamePath, null);
    await welcome({ user, server, say }, { ...ACCOUNT, is_guest: true }, [summary(BLACK)]);
    await say(snapshot(eventsOf(['d7'])));
    await say({ t: 'invitations', invitations: [got({ sender: THIRD })] });
    expect(screen.queryByTestId('incoming')).toBeNull();
    const small = screen.getByTestId('small-call');
    expect(small).toHaveTextContent('Herausforderung von Leise Unke');
    expect(document.title).not.toContain('herausgefordert');
    await user.click(within(small).getByRole('button', { name: 'Gerade keine Zeit' }));
    expect(server().of('decline_room')[0]).toMatchObject({ room: ROOM, reason: 'busy' });
  });
});

describe('the answer to a challenge', () => {
  it('reaches who looks at something else', async () => {
    const { user, say } = await visit('/games');
    await say({ t: 'invitations', invitations: [sent(), sent({ room: OTHER_ROOM })] });
    await say({
      t: 'invitations',
      invitations: [
        sent({ state: 'accepted' }),
        sent({ room: OTHER_ROOM, state: 'declined', reason: 'busy' }),
      ],
    });
    expect(screen.getAllByTestId('answered')).toHaveLength(2);
    expect(screen.getByText(/hat abgelehnt: Gerade keine Zeit/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Zum Raum' }));
    expect(router.page).toEqual({ name: 'room', id: ROOM });
  });
});
