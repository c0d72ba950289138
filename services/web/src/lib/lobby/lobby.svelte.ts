// The waiting room as this browser knows it: who is here, what was said, what is offered.

import { connection as house } from '../house.svelte';
import type {
  ChatLine,
  FromServer,
  Lobby as Whole,
  PersonHere,
  Refused,
  SeekView,
  Standing,
} from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { commandId, type Command } from '../socket/outbox';
import { inOrder, peopleAfter, seeksAfter, withLine, withoutLines } from './fold';

export const LONGEST_LINE = 400;
/** An answered line waits so long for its own message, which may have been missed. */
export const CONFIRMED_MS = 5_000;

const MOST_NEWS = 5;

export type Text = Record<string, string>;
export type Deed = Exclude<Command, { t: 'say' }>;
/** A command without its id, which is given on sending. */
export type Wanted = Deed extends infer D ? (D extends unknown ? Omit<D, 'id'> : never) : never;

/** An own line that has not been said by the server yet. */
export interface PendingLine {
  id: string;
  text: string;
  /** Which line it has become, once that is known. */
  n: number | null;
}

export class Lobby {
  /** Whether the waiting room is shown here, so that lists may be believed. */
  isThere = $state(false);
  seeks = $state.raw<readonly SeekView[]>([]);
  pending = $state.raw<readonly PendingLine[]>([]);
  /** What stands in the box and is not sent yet; stays there whatever else is looked at. */
  draft = $state('');
  /** Why the last line was not taken. */
  refusal = $state.raw<Text | null>(null);
  /** Why the waiting room is closed to us. */
  closed = $state.raw<Text | null>(null);
  #people = $state.raw<readonly PersonHere[]>([]);
  #lines = $state.raw<readonly ChatLine[]>([]);
  readonly #hidden = $derived(
    Object.fromEntries(this.standing.blocked.map((player) => [player, true])),
  );
  /** Everybody here, but who is hidden from us. */
  readonly people = $derived(this.#people.filter(({ player }) => !this.isBlocked(player)));
  /** What was said, oldest first, without the lines of who is hidden. */
  readonly lines = $derived(this.#lines.filter(({ player }) => !this.isBlocked(player)));
  /** Lines that have come since we are here, for whoever listens instead of looking. */
  news = $state.raw<readonly ChatLine[]>([]);
  #seen = $state(0);
  /** So many lines of others have come that nobody here has seen yet. */
  readonly unseen = $derived(
    this.lines.filter(({ n, player }) => n > this.#seen && player !== this.me).length,
  );
  readonly #connection: Connection;
  #leave: (() => void) | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get standing(): Standing {
    return this.#connection.standing;
  }

  get me(): string | null {
    return this.#connection.player?.id ?? null;
  }

  isBlocked(player: string): boolean {
    return player in this.#hidden;
  }

  /** Comes in, and again after every break in the connection, until `leave`. */
  enter(): void {
    this.#leave ??= this.#connection.subscribe({
      greet: () => ({ t: 'enter_lobby' }),
      farewell: () => ({ t: 'leave_lobby' }),
      receive: (message) => {
        this.#receive(message);
      },
    });
  }

  /** All lines up to the last have been seen. */
  see(): void {
    this.#seen = this.#lines.at(-1)?.n ?? this.#seen;
  }

  /** Goes out. What is in the box stays for the next time. */
  leave(): void {
    this.#leave?.();
    this.#leave = null;
    this.closed = null;
    this.refusal = null;
    this.#clear();
  }

  /** Says a line to everybody here; refused, it comes back into the box. */
  say(text: string): void {
    const line = { id: commandId(), text: text.trim(), n: null };
    this.refusal = null;
    if (!line.text) return;
    this.pending = [...this.pending, line];
    this.draft = '';
    this.#connection.command(
      { t: 'say', id: line.id, place: 'lobby', text: line.text },
      ({ code, text: why, version }) => {
        if (code) this.#refused(line, why ?? {});
        else this.#confirmed(line, version ?? 0);
      },
    );
  }

  /** Does something about somebody; why not, where it was refused. */
  async act(wanted: Wanted): Promise<Text | null> {
    const command: Command = { ...wanted, id: commandId() };
    return new Promise((resolve) => {
      this.#connection.command(command, ({ code, text }) => {
        resolve(code ? (text ?? {}) : null);
      });
    });
  }

  /** The two see and hear no more of each other. */
  async block(player: string): Promise<Text | null> {
    const refused = await this.act({ t: 'block', player });
    if (!refused && !this.isBlocked(player)) {
      this.#hide([...this.standing.blocked, player]);
    }
    return refused;
  }

  async unblock(player: string): Promise<Text | null> {
    const refused = await this.act({ t: 'unblock', player });
    if (!refused) {
      this.#hide(this.standing.blocked.filter((other) => other !== player));
    }
    return refused;
  }

  #hide(blocked: string[]): void {
    this.#connection.standing = { ...this.standing, blocked };
  }

  #receive(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        // Perhaps somebody else by now.
        this.closed = null;
        break;
      case 'lobby':
        this.#show(message);
        break;
      case 'lobby_changes':
        this.#people = peopleAfter(this.#people, message);
        this.seeks = seeksAfter(this.seeks, message);
        break;
      default:
        this.#hear(message);
    }
  }

  #hear(message: FromServer): void {
    switch (message.t) {
      case 'chat_line':
        if (message.place === 'lobby') this.#said(message.line);
        break;
      case 'chat_erased':
        this.#lines = withoutLines(this.#lines, message.lines);
        break;
      case 'standing':
        this.#stand(message.standing);
        break;
      case 'refused':
        this.#shutOut(message);
        break;
      default:
    }
  }

  #show({ people, lines, seeks }: Whole): void {
    const isFirst = !this.isThere;
    this.isThere = true;
    this.closed = null;
    this.#people = peopleAfter([], { people });
    this.#lines = inOrder(lines);
    this.seeks = seeksAfter([], { seeks });
    // What was said before we came is no news.
    if (isFirst) this.see();
  }

  #stand({ banned_until_ms }: Standing): void {
    const isBanned = (banned_until_ms ?? 0) > this.#connection.clock.now();
    if (isBanned) this.#clear();
    else if (this.closed) this.#connection.tell({ t: 'enter_lobby' });
  }

  #shutOut({ code, text }: Refused): void {
    if (code !== 'banned') return;
    this.closed = text;
    this.#clear();
  }

  #clear(): void {
    this.isThere = false;
    this.#people = [];
    this.#lines = [];
    this.seeks = [];
    this.news = [];
  }

  #said(line: ChatLine): void {
    const before = this.#lines;
    this.#lines = withLine(before, line);
    if (this.#lines === before) return;
    if (line.player !== this.me) {
      if (!this.isBlocked(line.player)) this.news = [...this.news, line].slice(-MOST_NEWS);
      return;
    }
    const own =
      this.pending.find(({ n }) => n === line.n) ??
      this.pending.find(({ text }) => text === line.text);
    if (own) this.#drop(own);
  }

  /** Everybody has it as that line, which is here, on its way, or was missed. */
  #confirmed(line: PendingLine, n: number): void {
    if (this.#lines.some((other) => other.n === n)) {
      this.#drop(line);
      return;
    }
    this.pending = this.pending.map((one) => (one.id === line.id ? { ...one, n } : one));
    setTimeout(() => {
      this.#drop(line);
    }, CONFIRMED_MS);
  }

  #refused(line: PendingLine, why: Text): void {
    this.#drop(line);
    this.refusal = why;
    // What has been written meanwhile is not lost either.
    this.draft = this.draft ? `${line.text} ${this.draft}` : line.text;
  }

  #drop(line: PendingLine): void {
    this.pending = this.pending.filter(({ id }) => id !== line.id);
  }
}

export const lobby = new Lobby(house);
