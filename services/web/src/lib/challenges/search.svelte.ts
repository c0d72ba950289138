// A quick game: one person after the other is asked, until somebody agrees or an open offer stands.

import { RefusedError } from '../api';
import type { RoomTerms, RoomView } from '../protocol/generated';
import { commandId, UNDECIDED } from '../socket/outbox';
import type { offers } from './api';
import type { DeclineReason } from './invitations';
import { keepHere, recallHere } from './tab';

const KEY = 'spielcenter.search';

/** Somebody who was asked and does not play: with a reason, or without any answer. */
export interface Asked {
  player: string;
  reason: DeclineReason | null;
}

interface Sought {
  terms: RoomTerms;
  /** Where the one who is being asked, or the open offer, is waited for. */
  room: string;
  asked: readonly Asked[];
  /** The next question's id: a tab that was doubled, or reloaded, asks nobody a second time. */
  nextId: string;
}

interface Doors {
  quick: typeof offers.quick;
  /** Makes sure that the server knows us. */
  comeIn: () => Promise<void>;
  /** Goes to that room; `from` is left behind. */
  enter: (room: string, from: string | null) => void;
  /** Takes back what stands there. */
  leave: (room: string) => Promise<void>;
}

export class Search {
  #sought = $state.raw<Sought | null>(recallHere<Sought>(KEY));
  isBusy = $state(false);
  /** Why it did not go on. */
  error = $state.raw<{ cause: unknown } | null>(null);
  readonly #doors: Doors;
  #rooms: readonly string[] = [];
  /** One question's id until it is answered, for the first of a search. */
  #first: { terms: string; id: string } | null = null;

  constructor(doors: Doors) {
    this.#doors = doors;
  }

  get room(): string | null {
    return this.#sought?.room ?? null;
  }

  get terms(): RoomTerms | null {
    return this.#sought?.terms ?? null;
  }

  /** Who has been asked in vain, in that order. */
  get asked(): readonly Asked[] {
    return this.#sought?.asked ?? [];
  }

  /** Whether a search has led into that room. */
  knows(room: string): boolean {
    return room === this.room || this.#rooms.includes(room);
  }

  /** Begins a search; throws what the server refuses. */
  async begin(terms: RoomTerms): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = null;
    try {
      await this.#doors.comeIn();
      await this.stop();
      await this.#begin(terms);
    } finally {
      this.isBusy = false;
    }
  }

  async #begin(terms: RoomTerms): Promise<void> {
    try {
      await this.#ask(terms, [], this.#firstId(terms), null);
      this.#first = null;
    } catch (error) {
      if (isDecided(error)) this.#first = null;
      const before = ownSeek(error);
      if (!before) throw error;
      // What one wants now counts, not what was offered before.
      await this.#doors.leave(before);
      await this.#ask(terms, [], commandId(), null);
    }
  }

  /** The room has closed before anybody came. */
  closed(view: RoomView): void {
    if (view.room !== this.room) return;
    const { kind, invited: player, declined: reason } = view;
    if (kind !== 'challenge' || !player) this.found(view.room);
    // Seen once more after a reload: nobody is in the list twice.
    else
      void this.#goOn(this.asked.some((one) => one.player === player) ? null : { player, reason });
  }

  /** Somebody is there, or it is over: nothing is sought any more. */
  found(room: string): void {
    if (room === this.room) this.#keep(null);
  }

  /** Once more what did not get through. */
  again(): void {
    void this.#goOn(null);
  }

  /** Seeks no more, and takes back what stands. */
  async stop(): Promise<void> {
    const { room } = this;
    this.#keep(null);
    this.error = null;
    if (room) await this.#doors.leave(room);
  }

  async #goOn(inVain: Asked | null): Promise<void> {
    const sought = this.#sought;
    if (!sought || this.isBusy) return;
    const asked = inVain ? [...sought.asked, inVain] : sought.asked;
    this.#keep({ ...sought, asked });
    this.isBusy = true;
    this.error = null;
    try {
      await this.#ask(sought.terms, asked, sought.nextId, sought.room);
    } catch (error) {
      this.error = { cause: error };
      if (isDecided(error) && this.#sought) this.#keep({ ...this.#sought, nextId: commandId() });
    } finally {
      this.isBusy = false;
    }
  }

  async #ask(
    terms: RoomTerms,
    asked: readonly Asked[],
    id: string,
    from: string | null,
  ): Promise<void> {
    const apart = asked.map(({ player }) => player);
    const { room } = await this.#doors.quick(id, terms, apart);
    // Whoever has stopped meanwhile wants nobody to wait.
    if (from !== this.room) {
      await this.#doors.leave(room);
      return;
    }
    this.#rooms = [...this.#rooms, room];
    this.#keep({ terms, room, asked, nextId: commandId() });
    this.#doors.enter(room, from);
  }

  #firstId(terms: RoomTerms): string {
    const text = JSON.stringify(terms);
    if (this.#first?.terms !== text) this.#first = { terms: text, id: commandId() };
    return this.#first.id;
  }

  #keep(sought: Sought | null): void {
    this.#sought = sought;
    keepHere(KEY, sought);
  }
}

/** Whether asking the same once more would get the same answer. */
function isDecided(error: unknown): boolean {
  return error instanceof RefusedError && !UNDECIDED.has(error.code);
}

/** The own open offer that stands already. */
export function ownSeek(error: unknown): string | null {
  return error instanceof RefusedError && error.code === 'has_seek' ? error.room : null;
}
