// What is said in one place as this browser hears it, and its own lines until the server has them.

import { withLine, withoutLines } from '../lobby/fold';
import type { ChatLine, Standing } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { commandId, type Command } from '../socket/outbox';

export const LONGEST_LINE = 400;
/** An answered line waits so long for its own message, which may have been missed. */
export const CONFIRMED_MS = 5_000;
const MOST_NEWS = 5;

export type Text = Record<string, string>;
/** Where a line is to be said. */
type Where = Pick<Extract<Command, { t: 'say' }>, 'place' | 'game'>;

/** An own line that has not been said by the server yet. */
interface PendingLine {
  id: string;
  text: string;
  /** Which line it has become, once that is known. */
  n: number | null;
}

export class Talk {
  pending = $state.raw<readonly PendingLine[]>([]);
  /** What stands in the box and is not sent yet; stays there whatever else is looked at. */
  draft = $state('');
  /** Why the last line was not taken. */
  refusal = $state.raw<Text | null>(null);
  /** Lines that have come since we are here, for whoever listens instead of looking. */
  news = $state.raw<readonly ChatLine[]>([]);
  protected heard = $state.raw<readonly ChatLine[]>([]);
  readonly #hidden = $derived(
    Object.fromEntries(this.standing.blocked.map((player) => [player, true])),
  );
  /** What was said, oldest first, without the lines of whom we block. */
  readonly lines = $derived(this.heard.filter(({ player }) => !this.isBlocked(player)));
  #seen = $state(0);
  /** So many lines of others have come that nobody here has seen yet. */
  readonly unseen = $derived(
    this.lines.filter(({ n, player }) => n > this.#seen && player !== this.me).length,
  );
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  get me(): string | null {
    return this.connection.player?.id ?? null;
  }

  get standing(): Standing {
    return this.connection.standing;
  }

  isBlocked(player: string): boolean {
    return player in this.#hidden;
  }

  /** All lines up to the last have been seen. */
  see(): void {
    this.#seen = this.heard.at(-1)?.n ?? this.#seen;
  }

  /** Says there what stands in the box; refused, it comes back into it. */
  protected sayAt(where: Where): void {
    const line = { id: commandId(), text: this.draft.trim(), n: null };
    this.refusal = null;
    if (!line.text) return;
    this.pending = [...this.pending, line];
    this.draft = '';
    this.connection.command(
      { t: 'say', id: line.id, text: line.text, ...where },
      ({ code, text: why, version }) => {
        if (code) this.#refused(line, why ?? {});
        else this.#confirmed(line, version ?? 0);
      },
    );
  }

  /** Somebody has said that line here. */
  protected hear(line: ChatLine): void {
    const before = this.heard;
    this.heard = withLine(before, line);
    if (this.heard === before) return;
    if (line.player !== this.me) {
      if (!this.isBlocked(line.player)) this.news = [...this.news, line].slice(-MOST_NEWS);
      return;
    }
    const own =
      this.pending.find(({ n }) => n === line.n) ??
      this.pending.find(({ text }) => text === line.text);
    if (own) this.#drop(own);
  }

  protected erase(lines: readonly number[]): void {
    this.heard = withoutLines(this.heard, lines);
  }

  /** Whoever is here has it as that line, which has come, is on its way, or was missed. */
  #confirmed(line: PendingLine, n: number): void {
    if (this.heard.some((other) => other.n === n)) {
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
