// What is said at one table, in the room that is one's own there: the players', or the watchers'.

import { inOrder } from '../lobby/fold';
import type { ChatLine, ChatLines, FromServer } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { Talk } from './talk.svelte';

type Place = ChatLines['place'];
export type Room = Exclude<Place, 'lobby'>;

export class TableChat extends Talk {
  /** Who reads it; null until the server has said. */
  room = $state<Room | null>(null);
  /** Whether the panel is unfolded. */
  isOpen = $state(false);
  /** How often the panel was called for from elsewhere. */
  calls = $state(0);
  readonly #game: string;

  constructor(game: string, connection: Connection) {
    super(connection);
    this.#game = game;
  }

  /** Until when we may say nothing. */
  get mutedUntilMs(): number | null {
    return this.standing.muted_until_ms;
  }

  /** Listens from now on, until the returned function is called; the table must be watched. */
  enter(): () => void {
    return this.connection.subscribe({
      greet: () => ({ t: 'watch_chat', game: this.#game }),
      farewell: () => ({ t: 'unwatch_chat', game: this.#game }),
      receive: (message) => {
        this.#receive(message);
      },
    });
  }

  /** Unfolds the panel and has it brought into sight. */
  open(): void {
    this.isOpen = true;
    this.calls += 1;
  }

  /** Says what stands in the box to those in the same room; refused, it comes back into it. */
  say(): void {
    if (this.room !== null) this.sayAt({ place: this.room, game: this.#game });
  }

  #receive(message: FromServer): void {
    switch (message.t) {
      case 'chat_lines':
        if (message.game === this.#game) this.#show(message.place, message.lines);
        break;
      case 'chat_line':
        if (message.game === this.#game && message.place === this.room) this.hear(message.line);
        break;
      case 'chat_erased':
        this.erase(message.lines);
        break;
      default:
    }
  }

  #show(place: Place, lines: readonly ChatLine[]): void {
    if (place === 'lobby') return;
    const isFirst = this.room !== place;
    this.room = place;
    this.heard = inOrder(lines);
    // What was said before we came is no news; what was missed meanwhile is.
    if (isFirst) this.see();
  }
}
