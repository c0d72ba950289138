import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Table } from '../../src/lib/game/table.svelte';
import { POINTS } from '../../src/lib/rules/mills';
import { connect, event, eventsOf, GAME, gameEvent, snapshot, started, terms } from '../double';
import { turnEvent } from '../double';
import type { ServerSide } from '../double';

const OPENING = ['a7', 'd6', 'd7', 'b2'];

describe('a watched game', () => {
  let house: ReturnType<typeof connect>;
  let table: Table;
  const last = (): ServerSide => house.sockets[house.sockets.length - 1];
  const turns = (): (string | null)[] => table.moments.slice(1).map(({ turn }) => turn);

  beforeEach(() => {
    vi.useFakeTimers();
    house = connect();
    house.connection.start();
    last().welcome();
    table = new Table(GAME, house.connection);
    table.enter();
    last().say(snapshot(eventsOf(OPENING)));
  });

  afterEach(() => {
    house.connection.stop();
    vi.useRealTimers();
  });

  it('shows the whole game and whose turn it is', () => {
    expect(turns()).toEqual(OPENING);
    expect(table.isMyTurn).toBe(true);
  });

  it('applies the next event', () => {
    last().say(gameEvent(turnEvent(6, 4, 'f2')));
    expect(turns().at(-1)).toBe('f2');
    expect(table.isMyTurn).toBe(false);
  });

  it('ignores an event that it has already', () => {
    last().say(gameEvent(turnEvent(5, 3, 'b2')));
    expect(turns()).toEqual(OPENING);
  });

  it('asks once for what is missing when there is a gap', () => {
    last().say(gameEvent(turnEvent(7, 5, 'e3')), gameEvent(turnEvent(8, 6, 'c3')));
    expect(turns()).toEqual(OPENING);
    expect(last().of('watch').slice(1)).toEqual([{ t: 'watch', game: GAME, since: 5 }]);
    last().say(gameEvent(turnEvent(6, 4, 'f2')), gameEvent(turnEvent(7, 5, 'e3')));
    expect(turns().slice(-2)).toEqual(['f2', 'e3']);
  });

  it('notices a lost last message by the version in a ping', () => {
    last().say({ t: 'ping', n: 2, now_ms: Date.now(), versions: { [GAME]: 6 } });
    expect(last().of('watch').at(-1)).toEqual({ t: 'watch', game: GAME, since: 5 });
  });

  it('says its version after a reconnect and takes only what is missing', () => {
    last().cut();
    vi.advanceTimersByTime(500);
    last().welcome();
    expect(last().of('watch')).toEqual([{ t: 'watch', game: GAME, since: 5 }]);
    last().say(gameEvent(turnEvent(6, 4, 'f2')));
    expect(turns()).toHaveLength(5);
  });

  it('does not go back to an older snapshot', () => {
    last().say(snapshot(eventsOf(OPENING.slice(0, 2))));
    expect(turns()).toEqual(OPENING);
  });

  it('shows the own turn at once and keeps it when the server does', () => {
    table.play('f2');
    expect(turns().at(-1)).toBe('f2');
    expect(table.isUnderway).toBe(true);
    const [play] = last().of('play');
    expect(play).toMatchObject({ game: GAME, position: 5, turn: 'f2' });
    last().say({ t: 'answer', id: play.id, version: 6 });
    last().say(gameEvent(turnEvent(6, 4, 'f2', play.id)));
    expect(turns().filter((turn) => turn === 'f2')).toHaveLength(1);
    expect(table.isUnderway).toBe(false);
  });

  it('takes the own turn back when it is refused, and says why', () => {
    table.play('f2');
    const text = { de: 'Die Stellung hat sich geändert.', en: 'The position has changed.' };
    last().say({ t: 'answer', id: last().of('play')[0].id, code: 'stale_position', text });
    expect(turns()).toEqual(OPENING);
    expect(table.refusal).toEqual(text);
    expect(table.isMyTurn).toBe(true);
  });

  it('never plays another turn while one is under way', () => {
    table.play('f2');
    table.play('f4');
    last().cut();
    vi.advanceTimersByTime(500);
    last().welcome();
    const sent = house.sockets.flatMap((socket) => socket.of('play'));
    expect(new Set(sent.map(({ id, turn }) => `${id} ${turn}`)).size).toBe(1);
  });

  it('keeps the own turn shown over a drop, until it is known what became of it', () => {
    table.play('f2');
    last().cut();
    expect(turns().at(-1)).toBe('f2');
    vi.advanceTimersByTime(500);
    last().welcome();
    last().say(gameEvent(turnEvent(6, 4, 'f2')));
    expect(turns().filter((turn) => turn === 'f2')).toHaveLength(1);
  });

  it('knows offers by their version, and forgets them when either side plays', () => {
    last().say(gameEvent(event(6, 'draw_offered', { seat: 1 })));
    expect(table.timeline?.offer).toEqual({ version: 6, seat: 1 });
    table.reply('accept_draw', 6);
    expect(last().of('accept_draw')[0]).toMatchObject({ offer: 6 });
    last().say(gameEvent(turnEvent(7, 4, 'f2')));
    expect(table.timeline?.offer).toBeNull();
  });

  it('an offer does not make the own turn stale', () => {
    last().say(gameEvent(event(6, 'draw_offered', { seat: 1 })));
    table.play('f2');
    expect(last().of('play')[0].position).toBe(5);
  });

  it('credits an outage to the thinking side', () => {
    const credit = { from_ms: 1, to_ms: 2, cause: 'takeover', since_ms: 123_456 };
    last().say(gameEvent(event(6, 'clock_credited', credit)));
    expect(table.timeline?.clock.sinceMs).toBe(123_456);
    expect(table.timeline?.position).toBe(5);
  });

  it('ends once, and then nobody is to act', () => {
    const clock = { remaining_ms: [1_000, 2_000], running: null };
    last().say(gameEvent(event(6, 'game_ended', { winner: 1, reason: 'resigned', clock })));
    expect(table.timeline?.end).toMatchObject({ winner: 1, reason: 'resigned' });
    expect(table.isMyTurn).toBe(false);
  });

  it('an event that may not be seen still counts', () => {
    last().say(gameEvent({ version: 6, at_ms: 0 }), gameEvent(turnEvent(7, 4, 'f2')));
    expect(table.timeline?.version).toBe(7);
  });

  it('says why a game cannot be shown', () => {
    const text = { de: 'Diese Partie gibt es nicht.', en: 'There is no such game.' };
    last().say({ t: 'game_gone', game: GAME, code: 'game_not_found', text });
    expect(table.gone).toEqual(text);
  });

  it('asks for the whole picture when somebody else has come in', () => {
    last().cut();
    vi.advanceTimersByTime(500);
    last().welcome('01-black');
    expect(last().of('watch')).toEqual([{ t: 'watch', game: GAME, since: null }]);
    last().say(snapshot(eventsOf(OPENING), 1));
    expect(table.seat).toBe(1);
  });

  it('says that it does not know a game, and asks no more', () => {
    const strange = new Table(GAME, house.connection);
    strange.enter();
    const begun = started({ ...terms(), game: 'chess' });
    last().say(snapshot([begun], null));
    expect(strange.gone?.de).toContain('kennt das Spiel noch nicht');
    const before = last().of('watch').length;
    last().say(gameEvent(turnEvent(2, 0, 'a1')));
    expect(last().of('watch')).toHaveLength(before);
  });

  it('does not act for a spectator', () => {
    const watcher = new Table(GAME, house.connection);
    watcher.enter();
    last().say(snapshot(eventsOf(OPENING), null));
    expect(watcher.isMyTurn).toBe(false);
    watcher.play(POINTS[0]);
    expect(last().of('play')).toEqual([]);
  });
});
