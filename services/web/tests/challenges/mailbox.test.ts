import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Mailbox } from '../../src/lib/challenges/mailbox.svelte';
import type { InvitationView } from '../../src/lib/protocol/generated';
import { connect, ROOM, type ServerSide, WHITE } from '../double';
import { got, OTHER_ROOM, sent } from './invitation';

describe('the mailbox', () => {
  let house: ReturnType<typeof connect>;
  let mailbox: Mailbox;
  let stored: InvitationView[];
  let asked: number;
  let end: () => void;
  const server = (): ServerSide => house.sockets[house.sockets.length - 1];
  const settled = (): Promise<void> =>
    vi.waitFor(() => {
      expect(mailbox.isKnown).toBe(true);
    });

  beforeEach(() => {
    house = connect();
    stored = [];
    asked = 0;
    mailbox = new Mailbox(house.connection, () => {
      asked += 1;
      return Promise.resolve({ invitations: stored });
    });
    end = mailbox.begin();
    house.connection.start();
  });

  afterEach(() => {
    end();
    house.connection.stop();
    vi.useRealTimers();
  });

  it('fetches what there is after every welcome, and nothing for a stranger', async () => {
    server().welcome(null);
    expect(asked).toBe(0);
    stored = [got()];
    server().welcome();
    await settled();
    expect(mailbox.list.map(({ room }) => room)).toEqual([ROOM]);
    server().welcome();
    expect(asked).toBe(2);
  });

  it('belongs to one person: somebody else begins with an empty one', async () => {
    stored = [got()];
    server().welcome();
    await settled();
    server().welcome('01-black');
    expect(mailbox.list).toEqual([]);
  });

  it('believes what comes while the list is on its way more than the list', async () => {
    stored = [got()];
    server().welcome();
    server().say({ t: 'invitations', invitations: [got({ state: 'withdrawn' })] });
    await settled();
    expect(mailbox.of(ROOM)?.state).toBe('withdrawn');
  });

  it('accepts once, however often it is clicked, and tells when the place is taken', () => {
    server().welcome();
    server().say({ t: 'invitations', invitations: [got()] });
    const taken = vi.fn();
    mailbox.accept(ROOM, taken);
    mailbox.accept(ROOM, taken);
    const [join, ...more] = server().of('join_room');
    expect(more).toEqual([]);
    expect(taken).not.toHaveBeenCalled();
    server().say({ t: 'answer', id: join.id });
    expect(taken).toHaveBeenCalledOnce();
    expect(mailbox.of(ROOM)?.state).toBe('accepted');
  });

  it('sends the same again after a lost answer, with the same id', async () => {
    server().welcome();
    server().say({ t: 'invitations', invitations: [got()] });
    mailbox.decline(ROOM, 'busy');
    const [first] = server().of('decline_room');
    expect(first).toMatchObject({ room: ROOM, reason: 'busy' });
    server().cut(1012, 'restart');
    await vi.waitFor(() => {
      expect(house.sockets).toHaveLength(2);
    });
    server().welcome();
    expect(server().of('decline_room')).toEqual([first]);
  });

  it('says why an answer was refused, and looks how it stands', async () => {
    server().welcome();
    await settled();
    server().say({ t: 'invitations', invitations: [got()] });
    mailbox.accept(ROOM, vi.fn());
    const text = { de: 'Zu spät.', en: 'Too late.' };
    stored = [got({ state: 'expired' })];
    server().say({ t: 'answer', id: server().of('join_room')[0].id, code: 'room_closed', text });
    expect(mailbox.problems[ROOM]).toEqual(text);
    await vi.waitFor(() => {
      expect(mailbox.of(ROOM)?.state).toBe('expired');
    });
    expect(mailbox.isBusy(ROOM)).toBe(false);
  });

  it('counts letters that wait, what was missed, and answers to letters', () => {
    server().welcome();
    const letter = { is_mail: true, expires_at_ms: Date.now() + 1_000_000 };
    const room = (n: number): string => `01-${n}`;
    server().say({
      t: 'invitations',
      invitations: [
        got({ room: room(1) }),
        got({ room: room(2), ...letter }),
        got({ room: room(3), ...letter, is_read: true }),
        got({ room: room(4), state: 'expired' }),
        got({ room: room(5), state: 'withdrawn' }),
        sent({ room: room(6), ...letter }),
        sent({ room: room(7), ...letter, state: 'declined' }),
      ],
    });
    expect(mailbox.unread).toBe(3);
    mailbox.markRead(room(2));
    expect(mailbox.unread).toBe(2);
    expect(server().of('mark_read')[0]).toMatchObject({ room: room(2) });
  });

  it('tells what comes and what was answered, each once', async () => {
    server().welcome();
    await settled();
    const heard = vi.fn();
    mailbox.onheard = (one, what) => {
      heard(one.room, what, one.state);
    };
    const both = [got(), sent({ room: OTHER_ROOM })];
    server().say({ t: 'invitations', invitations: both });
    server().say({ t: 'invitations', invitations: both });
    server().say({
      t: 'invitations',
      invitations: [sent({ room: OTHER_ROOM, state: 'declined' })],
    });
    expect(heard.mock.calls).toEqual([
      [ROOM, 'came', 'open'],
      [OTHER_ROOM, 'answered', 'declined'],
    ]);
    expect(mailbox.me).toBe(WHITE.player);
  });

  it('asks again after a while when the list did not come', async () => {
    vi.useFakeTimers();
    const fetched = vi.fn(() => Promise.reject<{ invitations: [] }>(new TypeError('no network')));
    const other = new Mailbox(house.connection, fetched);
    const stop = other.begin();
    server().welcome();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(fetched).toHaveBeenCalledTimes(2);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
