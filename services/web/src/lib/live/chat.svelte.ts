// What is said at one table, in the room that is one's own there: the players', or the watchers'.

import { inOrder, withLine, withoutLines } from '../lobby/fold';
import type { ChatLine, ChatLines, FromServer } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { commandId } from '../socket/outbox';

export const LONGEST_LINE = 400;
/** An answered line waits so long for its own message, which may have been missed. */
const CONFIRMED_MS = 5_000;
const MOST_NEWS = 5;

type Place = ChatLines['place'];
export type Room = Exclude<Place, 'lobby'>;
export type Text = Record<string, string>;

/** An own line that has not been said by the server yet. */
export interface PendingLine {
  id: string;
  text: string;
  /** Which line it has become, once that is known. */
  n: number | null;
}

export class TableChat {
  /** Who reads it; null until the server has said. */
  room = $state<Room | null>(null);
  pending = $state.raw<readonly PendingLine[]>([]);
  /** Lines that have come since, for whoever listens instead of looking. */
  news = $state.raw<readonly ChatLine[]>([]);
  /** Whether the panel is unfolded. */
  isOpen = $state(false);
  /** How often the panel was called for from elsewhere. */
  calls = $state(0);
  /** What stands in the box and is not sent yet. */
  draft = $state('');
  /** Why the last line was not taken. */
  refusal = $state.raw<Text | null>(null);
  #lines = $state.raw<readonly ChatLine[]>([]);
  /** What was said, oldest first, without the lines of whom we block. */
  readonly lines = $derived(this.#lines.filter(({ player }) => !this.#isBlocked(player)));
  #seen = $state(0);
  /** So many lines of others nobody here has seen yet. */
  readonly unseen = $derived(
    this.lines.filter(({ n, player }) => n > this.#seen && player !== this.me).length,
  );
  readonly #game: string;
  readonly #connection: Connection;

  constructor(game: string, connection: Connection) {
    this.#game = game;
    this.#connection = connection;
  }

  get me(): string | null {
    return this.#connection.player?.id ?? null;
  }

  /** Until when we may say nothing. */
  get mutedUntilMs(): number | null {
    return this.#connection.standing.muted_until_ms;
  }

  /** Listens from now on, until the returned function is called; the table must be watched. */
  enter(): () => void {
    return this.#connection.subscribe({
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

  /** All lines up to the last have been seen. */
  see(): void {
    this.#seen = this.#lines.at(-1)?.n ?? this.#seen;
  }

  /** Says what stands in the box; refused, it comes back into it. */
  say(): void {
    const line = { id: commandId(), text: this.draft.trim(), n: null };
    const { room } = this;
    this.refusal = null;
    if (!line.text || room === null) return;
    this.pending = [...this.pending, line];
    this.draft = '';
    this.#connection.command(
      { t: 'say', id: line.id, place: room, text: line.text, game: this.#game },
      ({ code, text: why, version }) => {
        if (code) this.#refused(line, why ?? {});
        else this.#confirmed(line, version ?? 0);
      },
    );
  }

  #receive(message: FromServer): void {
    switch (message.t) {
      case 'chat_lines':
        if (message.game === this.#game) this.#show(message.place, message.lines);
        break;
      case 'chat_line':
        if (message.game === this.#game && message.place === this.room) this.#said(message.line);
        break;
      case 'chat_erased':
        this.#lines = withoutLines(this.#lines, message.lines);
        break;
      default:
    }
  }

  #show(place: Place, lines: readonly ChatLine[]): void {
    if (place === 'lobby') return;
    const isFirst = this.room !== place;
    this.room = place;
    this.#lines = inOrder(lines);
    // What was said before we came is no news; what was missed meanwhile is.
    if (isFirst) this.see();
  }

  #said(line: ChatLine): void {
    const before = this.#lines;
    this.#lines = withLine(before, line);
    if (this.#lines === before) return;
    if (line.player !== this.me) {
      if (!this.#isBlocked(line.player)) this.news = [...this.news, line].slice(-MOST_NEWS);
      return;
    }
    const own =
      this.pending.find(({ n }) => n === line.n) ??
      this.pending.find(({ text }) => text === line.text);
    if (own) this.#drop(own);
  }

  /** Whoever reads the table has it as that line, which is here, on its way, or was missed. */
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

  #isBlocked(player: string): boolean {
    return this.#connection.standing.blocked.includes(player);
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
