// The waiting room as this browser knows it: who is here, what was said, what is offered.

import { connection as house } from '../house.svelte';
import { Talk, type Text } from '../live/talk.svelte';
import type {
  FromServer,
  Lobby as Whole,
  PersonHere,
  Refused,
  SeekView,
  Standing,
} from '../protocol/generated';
import { commandId, type Command } from '../socket/outbox';
import { inOrder, peopleAfter, seeksAfter } from './fold';

export type Deed = Exclude<Command, { t: 'say' }>;
/** A command without its id, which is given on sending. */
export type Wanted = Deed extends infer D ? (D extends unknown ? Omit<D, 'id'> : never) : never;

export class Lobby extends Talk {
  /** Whether the waiting room is shown here, so that lists may be believed. */
  isThere = $state(false);
  seeks = $state.raw<readonly SeekView[]>([]);
  /** Why the waiting room is closed to us. */
  closed = $state.raw<Text | null>(null);
  #people = $state.raw<readonly PersonHere[]>([]);
  /** Everybody here, but who is hidden from us. */
  readonly people = $derived(this.#people.filter(({ player }) => !this.isBlocked(player)));
  #leave: (() => void) | null = null;

  /** Comes in, and again after every break in the connection, until `leave`. */
  enter(): void {
    this.#leave ??= this.connection.subscribe({
      greet: () => ({ t: 'enter_lobby' }),
      farewell: () => ({ t: 'leave_lobby' }),
      receive: (message) => {
        this.#receive(message);
      },
    });
  }

  /** Goes out. What is in the box stays for the next time. */
  leave(): void {
    this.#leave?.();
    this.#leave = null;
    this.closed = null;
    this.refusal = null;
    this.#clear();
  }

  /** Says what stands in the box to everybody here; refused, it comes back into it. */
  say(): void {
    this.sayAt({ place: 'lobby' });
  }

  /** Does something about somebody; why not, where it was refused. */
  async act(wanted: Wanted): Promise<Text | null> {
    const command: Command = { ...wanted, id: commandId() };
    return new Promise((resolve) => {
      this.connection.command(command, ({ code, text }) => {
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
    this.connection.standing = { ...this.standing, blocked };
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
        if (message.place === 'lobby') this.hear(message.line);
        break;
      case 'chat_erased':
        this.erase(message.lines);
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
    this.heard = inOrder(lines);
    this.seeks = seeksAfter([], { seeks });
    // What was said before we came is no news.
    if (isFirst) this.see();
  }

  #stand({ banned_until_ms }: Standing): void {
    const isBanned = (banned_until_ms ?? 0) > this.connection.clock.now();
    if (isBanned) this.#clear();
    else if (this.closed) this.connection.tell({ t: 'enter_lobby' });
  }

  #shutOut({ code, text }: Refused): void {
    if (code !== 'banned') return;
    this.closed = text;
    this.#clear();
  }

  #clear(): void {
    this.isThere = false;
    this.#people = [];
    this.heard = [];
    this.seeks = [];
    this.news = [];
  }
}

export const lobby = new Lobby(house);
