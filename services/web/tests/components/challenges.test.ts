import { screen, waitFor, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { challenges } from '../../src/lib/challenges/challenges.svelte';
import { router } from '../../src/lib/router.svelte';
import { challengeRoom, got, OTHER_ROOM, seekRoom, sent, TERMS } from '../challenges/invitation';
import { BLACK, eventsOf, GAME, ROOM, snapshot, WHITE } from '../double';
import { gamePath, roomPath, settleAll, visit, type Visit } from './app';
import { answer, refusal, type Answers } from './http';
import { ACCOUNT, summary, welcome } from './someone';

const THIRD = { player: '02-third', name: 'Leise Unke' };
const NONE: Answers = { 'GET /api/invitations': { body: { invitations: [] } } };
const FRESH_MS = 400;

beforeEach(() => {
  answer(NONE);
});

afterEach(() => {
  vi.useRealTimers();
  challenges.close();
  settleAll();
  // What is sought belongs to the tab, and this is the next one.
  for (const { room } of challenges.waits.rooms) challenges.waits.drop(room);
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

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
    expect(within(card).getByTestId('left')).toHaveTextContent(/noch (1:00|0:59)/);
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

describe('challenging somebody', () => {
  const made = (view = challengeRoom()): Answers => ({
    ...NONE,
    'POST /api/challenges': { body: view },
  });

  async function open(answers: Answers): Promise<Visit & ReturnType<typeof answer>> {
    const http = answer(answers);
    const visited = await visit('/games');
    challenges.open(BLACK.player, BLACK.name);
    await screen.findByTestId('challenge-dialog');
    return { ...visited, ...http };
  }

  it('takes one click with the terms of the last time', async () => {
    const { user, sent: data } = await open(made());
    expect(screen.getByTestId('send-challenge')).toHaveFocus();
    expect(screen.getByText(/Ist Stille Rohrdommel gerade nicht im Wartesaal/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: '10 + 5' }));
    await user.click(screen.getByTestId('send-challenge'));
    const wanted = data['POST /api/challenges'] as { player: string; terms: typeof TERMS };
    expect(wanted.player).toBe(BLACK.player);
    expect(wanted.terms.game.time).toEqual({ base_ms: 600_000, increment_ms: 5_000 });
    expect(router.page).toEqual({ name: 'room', id: ROOM });
    challenges.open(THIRD.player, THIRD.name);
    await screen.findByTestId('challenge-dialog');
    expect(screen.getByRole('radio', { name: '10 + 5' })).toBeChecked();
  });

  it('is not offered for rating to a guest', async () => {
    await open(made());
    expect(screen.queryByRole('radio', { name: /^Gewertet/ })).toBeNull();
    expect(screen.getByTestId('needs-account')).toBeVisible();
  });

  it('says what is refused in the dialog, and asks anew', async () => {
    const text = 'Diese Person ist gerade nicht zu erreichen.';
    const answers: Answers = { ...NONE, 'POST /api/challenges': refusal('not_reachable', text) };
    const { user, asked } = await open(answers);
    await user.click(screen.getByTestId('send-challenge'));
    const dialog = screen.getByTestId('challenge-dialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(text);
    expect(router.page).toEqual({ name: 'games' });
    await user.click(screen.getByTestId('send-challenge'));
    expect(asked.filter((one) => one === 'POST /api/challenges')).toHaveLength(2);
  });

  it('leads to the challenge that stands between the two already', async () => {
    const crossed = refusal('challenged_already', 'Es steht schon eine.', { room: OTHER_ROOM });
    const { user } = await open({ ...NONE, 'POST /api/challenges': crossed });
    await user.click(screen.getByTestId('send-challenge'));
    expect(router.page).toEqual({ name: 'room', id: OTHER_ROOM });
    expect(screen.queryByTestId('challenge-dialog')).toBeNull();
  });

  it('who is away gets a letter, for which nobody waits', async () => {
    const letter = challengeRoom({ expires_at_ms: Date.now() + 7 * 86_400_000 });
    const { user } = await open(made(letter));
    await user.click(screen.getByTestId('send-challenge'));
    expect(await screen.findByTestId('letter-sent')).toHaveTextContent(
      'Die Einladung liegt im Postfach von Stille Rohrdommel.',
    );
    expect(router.page).toEqual({ name: 'games' });
    await user.click(screen.getByRole('button', { name: 'Fertig' }));
    expect(screen.queryByTestId('challenge-dialog')).toBeNull();
  });

  it('begins at a profile', async () => {
    const elo = { mills: 1280 };
    const record = { won: 0, drawn: 0, lost: 0 };
    const player = { id: BLACK.player, name: 'Ben', is_guest: false, role: 'player' };
    const profile = { player, since_ms: 1, elo, points: 0, record, recent: [] };
    answer({
      ...NONE,
      [`GET /api/players/${BLACK.player}`]: { body: profile },
      [`GET /api/players/${BLACK.player}/ratings`]: { body: { history: {} } },
      [`GET /api/names?ids=${BLACK.player}`]: { body: { names: { [BLACK.player]: 'Ben' } } },
    });
    const { user } = await visit(`/player/${BLACK.player}`);
    await user.click(await screen.findByRole('button', { name: 'Mühle spielen' }));
    expect(await screen.findByTestId('challenge-dialog')).toHaveTextContent('herausfordern');
  });
});

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

describe('a search', () => {
  const FIRST = '01-first';
  const SECOND = '01-second';

  it('is one state, from one who declines to the next, and ends in the game', async () => {
    const second = challengeRoom({ room: SECOND, invited: THIRD.player });
    const rooms = [challengeRoom({ room: FIRST }), second];
    const { asked } = answer({
      ...NONE,
      'POST /api/quick-game': () => ({ body: rooms.shift() }),
    });
    const { say } = await visit('/games');
    await challenges.quick(TERMS);
    await tick();
    expect(router.page).toEqual({ name: 'room', id: FIRST });
    await say({ t: 'room', view: challengeRoom({ room: FIRST }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Suche …');
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
    answer({ ...NONE, 'POST /api/quick-game': { body: seekRoom({ room: FIRST }) } });
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

describe('the mailbox', () => {
  it('needs an account', async () => {
    await visit('/mailbox');
    expect(await screen.findByText('Das Postfach braucht ein Konto.')).toBeVisible();
  });

  it('shows what was got and sent, marks it read, and answers', async () => {
    const letter = { is_mail: true, expires_at_ms: Date.now() + 7 * 86_400_000 };
    const invitations = [
      got(letter),
      sent({ room: OTHER_ROOM, ...letter, state: 'declined', reason: 'terms', is_read: true }),
    ];
    answer({ 'GET /api/invitations': { body: { invitations } } });
    const visited = await visit('/mailbox', null);
    await welcome(visited, ACCOUNT);
    const { user, server } = visited;
    const shown = await screen.findByTestId('letter');
    expect(shown).toHaveTextContent('Von Stille Rohrdommel');
    expect(shown).toHaveTextContent('neu');
    expect(server().of('mark_read')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Annehmen und einrichten' }));
    expect(server().of('join_room')[0]).toMatchObject({ room: ROOM });
    await user.click(screen.getByRole('radio', { name: 'Verschickt' }));
    expect(screen.getByTestId('letter')).toHaveTextContent('abgelehnt: Andere Bedingungen');
  });
});
