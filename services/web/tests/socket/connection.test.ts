import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoff } from '../../src/lib/socket/backoff';
import { SILENCE_MS } from '../../src/lib/socket/connection.svelte';
import { connect, GAME, type ServerSide } from '../double';

const RESIGN = { t: 'resign', id: 'command-1', game: GAME } as const;

describe('the connection', () => {
  let house: ReturnType<typeof connect>;
  const last = (): ServerSide => house.sockets[house.sockets.length - 1];

  beforeEach(() => {
    vi.useFakeTimers();
    house = connect();
    house.connection.start();
  });

  afterEach(() => {
    house.connection.stop();
    vi.useRealTimers();
  });

  it('is online once it has been welcomed, and knows who we are', () => {
    expect(house.connection.status).toBe('connecting');
    last().welcome();
    expect(house.connection.status).toBe('online');
    expect(house.connection.player?.id).toBe('00-white');
  });

  it('answers pings by their number', () => {
    last().welcome();
    last().say({ t: 'ping', n: 7, now_ms: Date.now(), versions: {} });
    expect(last().of('pong')).toEqual([{ t: 'pong', n: 7 }]);
  });

  it('comes back after a drop, and says anew what it wants to see', () => {
    house.connection.subscribe({
      greet: () => ({ t: 'watch', game: GAME, since: 4 }),
      farewell: () => ({ t: 'unwatch', game: GAME }),
      receive: vi.fn(),
    });
    last().welcome();
    last().cut();
    expect(house.connection.status).toBe('offline');
    vi.advanceTimersByTime(400);
    expect(house.sockets).toHaveLength(2);
    last().welcome();
    expect(last().of('watch')).toEqual([{ t: 'watch', game: GAME, since: 4 }]);
  });

  it('lets the last of several who watch the same say farewell, and greets nothing unasked', () => {
    const watching = {
      greet: () => ({ t: 'watch', game: GAME }) as const,
      farewell: () => ({ t: 'unwatch', game: GAME }) as const,
      receive: vi.fn(),
    };
    last().welcome();
    const first = house.connection.subscribe({ ...watching });
    const second = house.connection.subscribe({ ...watching });
    const listening = house.connection.subscribe({ receive: watching.receive });
    first();
    expect(last().of('unwatch')).toEqual([]);
    second();
    expect(last().of('unwatch')).toHaveLength(1);
    listening();
    expect(last().got.map(({ t }) => t)).toEqual(['watch', 'watch', 'unwatch']);
  });

  it('waits longer after each failure, but not after a restart that was announced', () => {
    last().welcome();
    last().cut(1012, 'restart');
    vi.advanceTimersByTime(0);
    expect(house.sockets).toHaveLength(2);
    last().cut();
    vi.advanceTimersByTime(100);
    expect(house.sockets).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(house.sockets).toHaveLength(3);
  });

  it('says offline when the server is silent for too long', () => {
    last().welcome();
    vi.advanceTimersByTime(SILENCE_MS - 1_000);
    expect(house.connection.status).toBe('online');
    vi.advanceTimersByTime(2_500);
    expect(house.connection.status).toBe('offline');
  });

  it('stays online while pings come', () => {
    last().welcome();
    for (let n = 1; n < 6; n += 1) {
      vi.advanceTimersByTime(4_000);
      last().say({ t: 'ping', n, now_ms: Date.now(), versions: {} });
    }
    expect(house.connection.status).toBe('online');
  });

  it('sends a command again, with the same id, until it is answered', () => {
    const settled = vi.fn();
    last().welcome();
    house.connection.command(RESIGN, settled);
    last().cut();
    vi.advanceTimersByTime(500);
    last().welcome();
    expect(last().of('resign')).toEqual([RESIGN]);
    last().say({ t: 'answer', id: 'command-1', version: 9 });
    expect(settled).toHaveBeenCalledExactlyOnceWith({ t: 'answer', id: 'command-1', version: 9 });
    last().say({ t: 'answer', id: 'command-1', version: 9 });
    expect(settled).toHaveBeenCalledTimes(1);
    const before = last().of('resign').length;
    last().cut();
    vi.advanceTimersByTime(500);
    last().welcome();
    expect(before).toBe(1);
    expect(last().of('resign')).toEqual([]);
  });

  it('asks again when no answer comes, and when the answer decides nothing', () => {
    const settled = vi.fn();
    last().welcome();
    house.connection.command(RESIGN, settled);
    last().say({ t: 'answer', id: 'command-1', code: 'unavailable', text: { de: '…', en: '…' } });
    expect(settled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(6_000);
    expect(last().of('resign').length).toBeGreaterThan(1);
  });

  it('keeps a command that was given while there was no connection', () => {
    house.connection.command(RESIGN, vi.fn());
    expect(last().of('resign')).toEqual([]);
    last().welcome();
    expect(last().of('resign')).toEqual([RESIGN]);
  });

  it('does not listen to a socket that it has given up', () => {
    const old = last();
    old.welcome();
    house.connection.reconnect();
    last().welcome();
    old.cut();
    expect(house.connection.status).toBe('online');
    expect(house.sockets).toHaveLength(2);
  });

  it('says when the session was closed elsewhere', () => {
    house.connection.onsessionclosed = vi.fn();
    last().welcome();
    last().cut(1008, 'session_closed');
    expect(house.connection.onsessionclosed).toHaveBeenCalledOnce();
  });

  it('passes a complaint on for a while', () => {
    last().welcome();
    const text = { de: 'Zu viele Nachrichten.', en: 'Too many messages.' };
    last().say({ t: 'refused', code: 'too_fast', text });
    expect(house.connection.complaint).toEqual(text);
    vi.advanceTimersByTime(7_000);
    expect(house.connection.complaint).toBeNull();
  });

  it('takes several messages out of one frame', () => {
    last().say(
      { t: 'welcome', player: null, now_ms: Date.now(), ping_every_ms: 4000, running: [] },
      { t: 'ping', n: 1, now_ms: Date.now(), versions: {} },
    );
    expect(last().of('pong')).toHaveLength(1);
  });

  it('tells the server\u2019s time from the reading that was least under way', () => {
    last().welcome();
    const ahead = Date.now() + 60_000;
    last().say({ t: 'ping', n: 1, now_ms: ahead, versions: {} });
    last().say({ t: 'ping', n: 2, now_ms: ahead - 800, versions: {} });
    expect(house.connection.clock.now()).toBe(ahead);
  });
});

describe('the wait before another attempt', () => {
  it('grows, has a ceiling, and differs', () => {
    expect(backoff(0, 0)).toBeLessThan(backoff(3, 0));
    expect(backoff(30, 1)).toBeLessThanOrEqual(4_000);
    expect(backoff(2, 0)).not.toBe(backoff(2, 1));
  });
});
