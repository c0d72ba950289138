// A server in memory for tests: sockets that can drop, frames in any order, games that are judged
// by the client's own rules.

import type { FromClient, FromServer, GameTerms, SeenEvent } from '../src/lib/protocol/generated';
import { Connection, type Socket } from '../src/lib/socket/connection.svelte';

export const GAME = '03-aaaaaaaa';
export const ROOM = '02-bbbbbbbb';
export const WHITE = { player: '00-white', name: 'Flinker Dachs' };
export const BLACK = { player: '01-black', name: 'Stille Rohrdommel' };
export const COMPUTER = { player: 'bot:strong', name: 'Computer' };
export const START_MS = 1_764_500_000_000;

/** One socket of the client's, seen from the server. */
export class ServerSide implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly got: FromClient[] = [];
  isClosed = false;

  send(text: string): void {
    if (!this.isClosed) this.got.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Sends messages to the client, all in one frame. */
  say(...messages: FromServer[]): void {
    const data = messages.map((message) => JSON.stringify(message)).join('\n');
    this.onmessage?.({ data });
  }

  /** Cuts the connection. */
  cut(code = 1006, reason = ''): void {
    this.isClosed = true;
    this.onclose?.({ code, reason });
  }

  welcome(player: string | null = WHITE.player): void {
    const me = player ? { id: player, name: 'Ich', is_guest: true, role: 'player' as const } : null;
    this.say({ t: 'welcome', player: me, now_ms: Date.now(), ping_every_ms: 4000, running: [] });
  }

  /** All messages of one type that have come so far. */
  of<T extends FromClient['t']>(type: T): Extract<FromClient, { t: T }>[] {
    return this.got.filter((message) => message.t === type) as Extract<FromClient, { t: T }>[];
  }
}

/** A connection whose sockets are all kept; the last one is the open one. */
export function connect(): { connection: Connection; sockets: ServerSide[] } {
  const sockets: ServerSide[] = [];
  const open = (): Socket => {
    const socket = new ServerSide();
    sockets.push(socket);
    return socket;
  };
  const connection = new Connection({ open, now: () => Date.now(), random: () => 0.5 });
  return { connection, sockets };
}

export function terms(variant = 'battlemills-9', baseMs: number | null = 300_000): GameTerms {
  const time = { base_ms: baseMs, increment_ms: baseMs === null ? 0 : 3_000 };
  return { game: 'mills', variant, options: {}, time, kind: 'friendly', stake_taler: 0 };
}

export function started(of: GameTerms = terms()): SeenEvent {
  const full = of.time.base_ms ?? 600_000;
  const clock = { remaining_ms: [full, full], running: 0 };
  const data = { terms: of, rules_version: 1, seats: [WHITE, BLACK], clock, room: ROOM };
  return { version: 1, at_ms: START_MS, type: 'games.game_started', data };
}

/** The start of a game against the computer, which has black. */
export function practiceStarted(game = 'mills', variant = 'battlemills-9'): SeenEvent {
  const begun = started({ ...terms(variant, null), game, kind: 'practice' });
  return { ...begun, data: { ...(begun.data as object), seats: [WHITE, COMPUTER] } };
}

/** The events of a game against the computer; the last turn came just now. */
export function practiceEvents(turns: readonly string[], game = 'mills'): SeenEvent[] {
  const variant = game === 'mills' ? 'battlemills-9' : 'little-table';
  const played = turns.map((turn, index) => turnEvent(index + 2, index, turn));
  return [practiceStarted(game, variant), ...played].map((one) => ({ ...one, at_ms: Date.now() }));
}

/** The events of a game with these turns, one a second. */
export function eventsOf(turns: readonly string[], of: GameTerms = terms()): SeenEvent[] {
  return [started(of), ...turns.map((turn, index) => turnEvent(index + 2, index, turn))];
}

export function turnEvent(version: number, ply: number, turn: string, id?: string): SeenEvent {
  const clock = { remaining_ms: [299_000, 299_000], running: (ply + 1) % 2 };
  const event = { version, at_ms: START_MS + version * 1000, type: 'games.turn_played' };
  return { ...event, data: { seat: ply % 2, turn, clock }, ...(id ? { id } : {}) };
}

export function event(version: number, type: string, data: object): SeenEvent {
  return { version, at_ms: START_MS + version * 1000, type: `games.${type}`, data };
}

/** The snapshot of a game for one of its seats, or for a spectator. */
export function snapshot(events: SeenEvent[], seat: number | null = 0): FromServer {
  const version = events[events.length - 1].version;
  const turns = events.filter(({ type }) => type === 'games.turn_played');
  const position = turns.at(-1)?.version ?? 1;
  return { t: 'game_snapshot', game: GAME, version, position, seat, view: null, events };
}

export function gameEvent(seen: SeenEvent): FromServer {
  return { t: 'game_event', game: GAME, event: seen };
}

/** The events of a game of two at one device, WHITE's. */
export function hotseatEvents(
  turns: readonly string[],
  game = 'mills',
  baseMs: number | null = null,
): SeenEvent[] {
  const variant = game === 'mills' ? 'battlemills-9' : 'little-table';
  const begun = started({ ...terms(variant, baseMs), game, kind: 'hotseat' });
  const start = { ...begun, data: { ...(begun.data as object), seats: [WHITE, WHITE] } };
  return [start, ...turns.map((turn, index) => turnEvent(index + 2, index, turn))];
}
