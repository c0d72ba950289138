// One private room as this browser knows it.

import type { FromServer, RoomTerms, RoomView } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { commandId, type Command } from '../socket/outbox';

export type Text = Record<string, string>;
export type Role = 'host' | 'guest' | 'visitor';

function isSame(one: RoomTerms, other: RoomTerms): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export class Room {
  readonly room: string;
  view = $state.raw<RoomView | null>(null);
  /** Why the room can't be shown. */
  gone = $state.raw<{ code: string; text: Text } | null>(null);
  refusal = $state.raw<Text | null>(null);
  isAsking = $state(false);
  /** The terms have been changed by the other side since this browser last did something. */
  isChangedByOther = $state(false);
  /** The terms as they stood when this browser last did something. */
  before = $state.raw<RoomTerms | null>(null);
  readonly #connection: Connection;
  #leave: (() => void) | null = null;

  constructor(room: string, connection: Connection) {
    this.room = room;
    this.#connection = connection;
  }

  /** Who this browser is here. */
  get role(): Role {
    const me = this.#connection.player?.id;
    if (!me || !this.view) return 'visitor';
    if (this.view.host.player === me) return 'host';
    return this.view.guest?.player === me ? 'guest' : 'visitor';
  }

  /** Begins to watch. */
  enter(): void {
    this.#leave ??= this.#connection.subscribe({
      greet: () => ({ t: 'watch_room', room: this.room }),
      farewell: () => ({ t: 'unwatch_room', room: this.room }),
      receive: (message) => {
        this.#receive(message);
      },
    });
  }

  /** Watches no more. */
  stop(): void {
    this.#leave?.();
    this.#leave = null;
  }

  join(): void {
    this.#ask({ t: 'join_room', id: commandId(), room: this.room });
  }

  leave(): void {
    this.#ask({ t: 'leave_room', id: commandId(), room: this.room });
  }

  propose(terms: RoomTerms): void {
    this.#ask({ t: 'change_terms', id: commandId(), room: this.room, terms });
  }

  /** Agrees to exactly the terms that are shown. */
  agree(): void {
    if (!this.view) return;
    this.#ask({ t: 'agree_terms', id: commandId(), room: this.room, terms: this.view.terms });
  }

  /** Wants to play once more after that game. */
  rematch(game: string): void {
    this.#ask({ t: 'rematch', id: commandId(), room: this.room, game });
  }

  #ask(command: Command): void {
    if (this.isAsking) return;
    this.isAsking = true;
    this.refusal = null;
    this.isChangedByOther = false;
    this.before = null;
    this.#connection.command(command, ({ code, text }) => {
      this.isAsking = false;
      if (code) this.refusal = text ?? null;
    });
  }

  #receive(message: FromServer): void {
    if (message.t === 'room' && message.view.room === this.room) this.#show(message.view);
    if (message.t === 'room_gone' && message.room === this.room) {
      this.gone = { code: message.code, text: message.text };
    }
  }

  #show(view: RoomView): void {
    const before = this.view;
    if (before && view.version < before.version) return;
    if (before && !isSame(before.terms, view.terms)) this.#noticeTerms(before.terms, view);
    this.view = view;
    this.gone = null;
  }

  /** Whoever has proposed the terms agrees to them. */
  #noticeTerms(before: RoomTerms, { agreed }: RoomView): void {
    if (agreed.includes(this.#connection.player?.id ?? '')) return;
    this.isChangedByOther = true;
    this.before ??= before;
  }
}
