import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONFIRMED_MS } from '../../src/lib/live/talk.svelte';
import { Lobby } from '../../src/lib/lobby/lobby.svelte';
import { MOST_LINES } from '../../src/lib/lobby/fold';
import type { FromServer, PersonHere } from '../../src/lib/protocol/generated';
import { BLACK, connect, WHITE, type ServerSide } from '../double';
import { chatLine, said, whole } from './hall';

const OTHER = '02-other';
const STANDING = { muted_until_ms: null, banned_until_ms: null, blocked: [] as string[] };

let lobby: Lobby;
let sockets: ServerSide[];
let end: () => void;

const server = (): ServerSide => sockets[sockets.length - 1];
const texts = (): string[] => lobby.lines.map(({ text }) => text);
const here = (): string[] => lobby.people.map(({ player }) => player);

function person(player: string, changed: Partial<PersonHere> = {}): PersonHere {
  return { player, name: '', ...changed };
}

function say(text: string): void {
  lobby.draft = text;
  lobby.say();
}

beforeEach(() => {
  vi.useFakeTimers();
  const made = connect();
  sockets = made.sockets;
  made.connection.start();
  end = () => {
    made.connection.stop();
  };
  lobby = new Lobby(made.connection);
  lobby.enter();
  server().welcome();
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

describe('the waiting room', () => {
  it('is entered on coming, again after a break, and left on going', async () => {
    expect(server().of('enter_lobby')).toHaveLength(1);
    server().say(whole([person(BLACK.player)], [chatLine(1)]));
    server().cut();
    await vi.advanceTimersByTimeAsync(5_000);
    server().welcome();
    expect(sockets).toHaveLength(2);
    expect(server().of('enter_lobby')).toHaveLength(1);
    server().say(whole([person(OTHER)], [chatLine(1), chatLine(2)]));
    expect(here()).toEqual([OTHER]);
    expect(lobby.lines.map(({ n }) => n)).toEqual([1, 2]);
    lobby.leave();
    expect(server().of('leave_lobby')).toHaveLength(1);
    expect([lobby.isThere, here(), texts()]).toEqual([false, [], []]);
  });

  it('follows who comes, changes and goes, and the offers', () => {
    server().say(whole([person(BLACK.player)], []));
    const seek = { room: '02-s', host: BLACK, terms: {}, at_ms: 5 };
    server().say({
      t: 'lobby_changes',
      people: [person(OTHER), person(BLACK.player, { state: 'playing' })],
      seeks: [seek],
    } as FromServer);
    expect(lobby.people).toEqual([person(BLACK.player, { state: 'playing' }), person(OTHER)]);
    expect(lobby.seeks).toEqual([seek]);
    server().say({ t: 'lobby_changes', gone: [BLACK.player], seeks_gone: ['02-s'] });
    expect(here()).toEqual([OTHER]);
    expect(lobby.seeks).toEqual([]);
  });

  it('shows no line twice, keeps their order, forgets erased ones and those of tables', () => {
    server().say(whole([], [chatLine(4), chatLine(2), chatLine(4)]));
    server().say(said(chatLine(3)), said(chatLine(3)), said(chatLine(4)), said(chatLine(5)));
    server().say({ t: 'chat_line', place: 'game', line: chatLine(6), game: '03-aaaaaaaa' });
    expect(lobby.lines.map(({ n }) => n)).toEqual([2, 3, 4, 5]);
    server().say({ t: 'chat_erased', lines: [3, 5] });
    expect(lobby.lines.map(({ n }) => n)).toEqual([2, 4]);
  });

  it('does not grow without end', () => {
    server().say(whole([], []));
    for (let n = 1; n <= MOST_LINES + 20; n += 1) server().say(said(chatLine(n)));
    expect(lobby.lines).toHaveLength(MOST_LINES);
    expect(lobby.lines.at(-1)?.n).toBe(MOST_LINES + 20);
  });

  it('counts as new only what others have said since, until it is seen', () => {
    server().say(whole([], [chatLine(1)]));
    expect([lobby.unseen, lobby.news]).toEqual([0, []]);
    server().say(said(chatLine(2)), said(chatLine(3, { player: WHITE.player })));
    expect(lobby.unseen).toBe(1);
    expect(lobby.news.map(({ n }) => n)).toEqual([2]);
    lobby.see();
    expect(lobby.unseen).toBe(0);
  });
});

describe('an own line', () => {
  it('is pending until it is said, and stands there once', () => {
    server().say(whole([], []));
    say(' Hallo ');
    expect(lobby.draft).toBe('');
    expect(lobby.pending.map(({ text }) => text)).toEqual(['Hallo']);
    const [{ id, text, place }] = server().of('say');
    expect([text, place]).toEqual(['Hallo', 'lobby']);
    server().say(said(chatLine(1, { player: WHITE.player, text: 'Hallo' })));
    expect(lobby.pending).toEqual([]);
    server().say({ t: 'answer', id });
    expect(texts()).toEqual(['Hallo']);
  });

  it('that the server has put otherwise stands there once, too', () => {
    server().say(whole([], []));
    say('a\u200bb');
    server().say(said(chatLine(7, { player: WHITE.player, text: 'ab' })));
    server().say({ t: 'answer', id: server().of('say')[0].id, version: 7 });
    expect([lobby.pending, texts()]).toEqual([[], ['ab']]);
    say('c\u200bd');
    server().say({ t: 'answer', id: server().of('say')[1].id, version: 8 });
    server().say(said(chatLine(8, { player: WHITE.player, text: 'cd' })));
    expect([lobby.pending, texts()]).toEqual([[], ['ab', 'cd']]);
  });

  it('that is answered does not stay pending for ever when its message was missed', async () => {
    say('Hallo');
    server().say({ t: 'answer', id: server().of('say')[0].id });
    expect(lobby.pending).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(CONFIRMED_MS);
    expect(lobby.pending).toEqual([]);
  });

  it('goes again, the same, after a break, once we are in again', async () => {
    say('Hallo');
    const [{ id }] = server().of('say');
    server().cut();
    await vi.advanceTimersByTimeAsync(5_000);
    server().welcome();
    const kinds = server().got.map(({ t }) => t);
    expect(kinds.indexOf('enter_lobby')).toBeLessThan(kinds.indexOf('say'));
    expect(server().of('say')[0].id).toBe(id);
  });

  it('that is refused comes back into the box, before what was written meanwhile', () => {
    say('Erste');
    lobby.draft = 'Zweite';
    const why = { de: 'Zu schnell.', en: 'Too fast.' };
    server().say({ t: 'answer', id: server().of('say')[0].id, code: 'too_chatty', text: why });
    expect(lobby.draft).toBe('Erste Zweite');
    expect(lobby.refusal).toEqual(why);
    expect(lobby.pending).toEqual([]);
  });

  it('of nothing but spaces is not sent', () => {
    say('   ');
    expect(server().of('say')).toEqual([]);
  });
});

describe('somebody hidden', () => {
  it('is gone with all lines at once, and back when shown again', async () => {
    server().say(whole([person(BLACK.player), person(OTHER)], [chatLine(1), chatLine(2)]));
    const done = lobby.block(BLACK.player);
    server().say({ t: 'answer', id: server().of('block')[0].id });
    expect(await done).toBeNull();
    expect([here(), texts()]).toEqual([[OTHER], []]);
    server().say(said(chatLine(3)));
    expect([texts(), lobby.news, lobby.unseen]).toEqual([[], [], 0]);
    const back = lobby.unblock(BLACK.player);
    server().say({ t: 'answer', id: server().of('unblock')[0].id });
    await back;
    expect(here()).toEqual([BLACK.player, OTHER]);
  });

  it('on another device is hidden here, too; a refusal hides nobody', async () => {
    server().say(whole([person(BLACK.player)], []));
    const why = { de: 'Nein.', en: 'No.' };
    const done = lobby.block(BLACK.player);
    server().say({ t: 'answer', id: server().of('block')[0].id, code: 'x', text: why });
    expect(await done).toEqual(why);
    expect(here()).toEqual([BLACK.player]);
    server().say({ t: 'standing', standing: { ...STANDING, blocked: [BLACK.player] } });
    expect(here()).toEqual([]);
  });
});

describe('whoever is shut out', () => {
  const text = { de: 'Geschlossen.', en: 'Closed.' };

  it('sees nothing, and comes in again when that is taken back', () => {
    server().say({ t: 'refused', code: 'banned', text });
    expect([lobby.closed, lobby.isThere]).toEqual([text, false]);
    server().say({ t: 'standing', standing: STANDING });
    expect(server().of('enter_lobby')).toHaveLength(2);
    server().say(whole([person(OTHER)], []));
    expect([lobby.closed, here()]).toEqual([null, [OTHER]]);
  });

  it('while here loses everything at once', () => {
    server().say(whole([person(OTHER)], [chatLine(1)]));
    const until = Date.now() + 60_000;
    server().say({ t: 'standing', standing: { ...STANDING, banned_until_ms: until } });
    expect([here(), texts(), lobby.isThere]).toEqual([[], [], false]);
  });

  it('is somebody else after signing in', () => {
    server().say({ t: 'standing', standing: { ...STANDING, blocked: [OTHER] } });
    server().welcome(BLACK.player);
    expect(lobby.standing.blocked).toEqual([]);
  });
});
