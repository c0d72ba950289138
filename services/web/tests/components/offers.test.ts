import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { challenges } from '../../src/lib/challenges/challenges.svelte';
import type { SeekView } from '../../src/lib/protocol/generated';
import { router } from '../../src/lib/router.svelte';
import { challengeRoom, OTHER_ROOM, seekRoom, sent, TERMS, THIRD } from '../challenges/invitation';
import { EMPTY, tidily } from '../challenges/tidy';
import { BLACK, GAME, ROOM, WHITE } from '../double';
import { roomPath, visit, type Visit } from './app';
import { answer, refusal } from './http';
import { ACCOUNT, summary, welcome } from './someone';

tidily();

describe('the room of a challenge', () => {
  it('waits for the other, and can be withdrawn', async () => {
    const { user, server, say } = await visit(roomPath);
    await say({ t: 'room', view: challengeRoom() });
    expect(screen.getByTestId('waiting')).toHaveTextContent(/Warte auf/);
    expect(screen.getByTestId('countdown')).toHaveTextContent(/noch/);
    expect(screen.queryByTestId('room-link')).toBeNull();
    await user.click(screen.getByTestId('withdraw'));
    expect(server().of('leave_room')).toHaveLength(1);
    expect(router.page).toMatchObject({ name: 'lobby' });
  });

  it('tells the host why it was declined, and what else there is', async () => {
    const { user, say } = await visit(roomPath);
    await say({ t: 'room', view: challengeRoom() });
    const view = challengeRoom({ state: 'closed', declined: 'terms', version: 2 });
    await say({ t: 'room', view });
    expect(screen.getByTestId('room-closed')).toHaveTextContent(/hat abgelehnt/);
    expect(screen.getByTestId('room-closed')).toHaveTextContent('Mit anderen Bedingungen gern.');
    await user.click(screen.getByRole('button', { name: 'Andere Bedingungen vorschlagen' }));
    expect(await screen.findByTestId('challenge-dialog')).toBeVisible();
  });

  it('is kept for the one who was asked', async () => {
    const { say } = await visit(roomPath);
    await say({ t: 'room', view: challengeRoom({ host: BLACK, invited: THIRD.player }) });
    expect(screen.getByTestId('invited')).toHaveTextContent('für jemand anderen');
    expect(screen.queryByTestId('accept')).toBeNull();
  });

  it('lets the one who was asked answer there, too', async () => {
    const { user, server, say } = await visit(roomPath);
    await say({ t: 'room', view: challengeRoom({ host: BLACK, invited: WHITE.player }) });
    await user.click(screen.getByTestId('decline'));
    await user.click(screen.getByRole('button', { name: 'Nein danke' }));
    expect(server().of('decline_room')[0]).toMatchObject({ room: ROOM, reason: 'no' });
  });

  it('asks a host who invited by letter to agree once more', async () => {
    const letter = sent({ is_mail: true, state: 'accepted' });
    answer({ 'GET /api/invitations': { body: { invitations: [letter] } } });
    const { say } = await visit(roomPath);
    await say({ t: 'room', view: challengeRoom({ guest: BLACK, agreed: [], version: 2 }) });
    expect(await screen.findByText(/hat deine Einladung angenommen/)).toBeVisible();
    expect(screen.getByTestId('agree')).toBeEnabled();
  });
});

describe('an open offer', () => {
  it('is waited for wherever one looks, and leads back', async () => {
    const { say } = await visit('/games');
    challenges.waits.add(ROOM);
    await say({ t: 'room', view: seekRoom() });
    const bar = screen.getByTestId('waiting-bar');
    expect(bar).toHaveTextContent('Dein Angebot steht im Wartesaal');
    expect(within(bar).getByRole('link')).toHaveAttribute('href', roomPath);
    await say({ t: 'room', view: seekRoom({ state: 'closed', closed: 'expired', version: 2 }) });
    expect(screen.queryByTestId('waiting-bar')).toBeNull();
  });

  it('stands until it is withdrawn', async () => {
    const { user, server, say } = await visit(roomPath);
    await say({ t: 'room', view: seekRoom() });
    expect(screen.getByTestId('waiting')).toHaveTextContent('Dein Angebot steht im Wartesaal.');
    await user.click(screen.getByTestId('withdraw'));
    expect(server().of('leave_room')).toHaveLength(1);
  });

  it('is taken by joining, and by agreeing to exactly its terms', async () => {
    const { user, server, say } = await visit(roomPath);
    await say({ t: 'room', view: seekRoom({ host: BLACK, agreed: [BLACK.player] }) });
    await user.click(screen.getByTestId('take'));
    const [join] = server().of('join_room');
    expect(server().of('agree_terms')).toEqual([]);
    await say({ t: 'answer', id: join.id });
    await vi.waitFor(() => {
      expect(server().of('agree_terms')[0]).toMatchObject({ room: ROOM, terms: TERMS });
    });
  });

  it('that somebody else was faster to take says so', async () => {
    const { user, server, say } = await visit(roomPath);
    await say({ t: 'room', view: seekRoom({ host: BLACK, agreed: [BLACK.player] }) });
    await user.click(screen.getByTestId('take'));
    const text = { de: 'Da war jemand schneller.', en: 'Somebody was faster.' };
    await say({ t: 'answer', id: server().of('join_room')[0].id, code: 'room_full', text });
    expect(await screen.findByRole('alert')).toHaveTextContent(text.de);
    expect(server().of('agree_terms')).toEqual([]);
  });
});

describe('the list of open offers', () => {
  const SEEK = { room: ROOM, host: BLACK, terms: TERMS, at_ms: 1 };

  /** The waiting room with these offers in it. */
  async function hall(...seeks: SeekView[]): Promise<Visit> {
    const visited = await visit('/lobby/people');
    await vi.waitFor(() => {
      expect(visited.server().of('enter_lobby')).toHaveLength(1);
    });
    await visited.say({ t: 'lobby', people: [], lines: [], seeks });
    return visited;
  }

  it('has the own one first, and takes another by one click', async () => {
    const own = { ...SEEK, room: OTHER_ROOM, host: WHITE, at_ms: 2 };
    const { user, server } = await hall(SEEK, own);
    const list = await screen.findByTestId('seeks');
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent('Dein Angebot');
    expect(second).toHaveTextContent('Stille Rohrdommel');
    await user.click(within(first).getByTestId('withdraw-seek'));
    expect(server().of('leave_room')[0]).toMatchObject({ room: OTHER_ROOM });
    const take = within(second).getByTestId('take-seek');
    expect(take).toHaveAccessibleName('Angebot von Stille Rohrdommel annehmen');
    await user.dblClick(take);
    expect(server().of('join_room')).toHaveLength(1);
  });

  it('leaves rated games to those who have an account', async () => {
    const game = { ...TERMS.game, kind: 'rated' as const };
    await hall({ ...SEEK, terms: { ...TERMS, game } });
    expect(await screen.findByTestId('seeks')).toHaveTextContent('mit Konto');
    expect(screen.queryByTestId('take-seek')).toBeNull();
  });
});

describe('a quick game', () => {
  it('takes one click on a time, which is remembered', async () => {
    const { sent: data } = answer({ ...EMPTY, 'POST /api/quick-game': { body: seekRoom() } });
    const { user } = await visit('/lobby/quick');
    const tab = await screen.findByTestId('quick-game');
    await user.click(within(tab).getByRole('button', { name: /15 \+ 10/ }));
    const wanted = data['POST /api/quick-game'] as { terms: typeof TERMS; apart_from: string[] };
    expect(wanted.terms.game.time).toEqual({ base_ms: 900_000, increment_ms: 10_000 });
    expect(wanted.apart_from).toEqual([]);
    expect(router.page).toEqual({ name: 'room', id: ROOM });
    router.go('/lobby/quick');
    expect(await screen.findByRole('button', { name: /15 \+ 10.*zuletzt gewählt/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Zur Suche' })).toHaveAttribute(
      'href',
      `/room/${ROOM}`,
    );
  });

  it('says what is refused', async () => {
    const text = 'Der Wartesaal ist für dich zurzeit geschlossen.';
    answer({ ...EMPTY, 'POST /api/quick-game': refusal('banned', text) });
    const { user } = await visit('/lobby/quick');
    const tab = await screen.findByTestId('quick-game');
    await user.click(within(tab).getByRole('button', { name: /3 \+ 2/ }));
    expect(await within(tab).findByRole('alert')).toHaveTextContent(text);
  });
});

describe('a search', () => {
  const FIRST = '01-first';
  const SECOND = '01-second';

  it('is one state, from one who declines to the next, and ends in the game', async () => {
    const second = challengeRoom({ room: SECOND, invited: THIRD.player });
    const rooms = [challengeRoom({ room: FIRST }), second];
    const { asked } = answer({
      ...EMPTY,
      'POST /api/quick-game': () => ({ body: rooms.shift() }),
    });
    const { say } = await visit('/games');
    await challenges.quick(TERMS);
    await tick();
    expect(router.page).toEqual({ name: 'room', id: FIRST });
    await say({ t: 'room', view: challengeRoom({ room: FIRST }) });
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading).toHaveTextContent('Gegner gesucht');
    await say({
      t: 'room',
      view: challengeRoom({ room: FIRST, state: 'closed', declined: 'later', version: 2 }),
    });
    await vi.waitFor(() => {
      expect(router.page).toEqual({ name: 'room', id: SECOND });
    });
    await say({ t: 'room', view: second });
    const search = screen.getByTestId('searching');
    expect(search).toHaveTextContent('Bisher gefragt');
    expect(search).toHaveTextContent('Später');
    expect(asked.filter((one) => one === 'POST /api/quick-game')).toHaveLength(2);
    await say({ t: 'room', view: { ...second, guest: THIRD, version: 2 } });
    expect(screen.queryByTestId('searching')).toBeNull();
    await say({
      t: 'room',
      view: { ...second, guest: THIRD, version: 4, state: 'started', game_id: GAME },
    });
    expect(router.page).toEqual({ name: 'game', id: GAME });
  });

  it('takes along whoever looks around meanwhile, but nobody from a table', async () => {
    answer({ ...EMPTY, 'POST /api/quick-game': { body: seekRoom({ room: FIRST }) } });
    const { server, user, say } = await visit('/games');
    await challenges.quick(TERMS);
    await say({ t: 'room', view: seekRoom({ room: FIRST }) });
    router.go('/games');
    await tick();
    const begun = { guest: BLACK, version: 3, state: 'started' as const, game_id: GAME };
    await say({ t: 'room', view: seekRoom({ ...begun, room: FIRST }) });
    expect(router.page).toEqual({ name: 'game', id: GAME });
    await welcome({ server, user, say }, { ...ACCOUNT, is_guest: true }, [summary(BLACK)]);
    challenges.waits.add(SECOND);
    await say({ t: 'room', view: challengeRoom({ room: SECOND, guest: BLACK, version: 2 }) });
    expect(router.page).toEqual({ name: 'game', id: GAME });
  });

  it('takes along from a game without a clock, whatever is open over it', async () => {
    const visited = await visit('/games', null);
    const terms = { ...TERMS.game, time: { base_ms: null, increment_ms: 0 } };
    const untimed = { ...summary(BLACK, OTHER_ROOM), terms };
    await welcome(visited, { ...ACCOUNT, is_guest: true }, [untimed]);
    router.go(`/game/${OTHER_ROOM}`);
    challenges.waits.add(FIRST);
    challenges.openSeek();
    await screen.findByTestId('challenge-dialog');
    const begun = { guest: BLACK, version: 3, state: 'started' as const, game_id: GAME };
    await visited.say({ t: 'room', view: seekRoom({ ...begun, room: FIRST }) });
    expect(router.page).toEqual({ name: 'game', id: GAME });
    await tick();
    expect(screen.queryByTestId('challenge-dialog')).toBeNull();
  });
});
