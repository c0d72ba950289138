// Challenging somebody, offering openly, a quick game: what is asked for, and where it leads.

import { RefusedError } from '../api';
import type { PlayKey } from '../games';
import { comeIn, connection } from '../house.svelte';
import type { RoomTerms, RoomView, SeekView } from '../protocol/generated';
import { router } from '../router.svelte';
import { commandId } from '../socket/outbox';
import { offers } from './api';
import { mailbox, type Text } from './mailbox.svelte';
import { Once } from '../once';
import { isInRoom } from './place';
import { Search } from './search.svelte';
import { Waits } from './waits.svelte';

/** What is known of whether somebody can answer at once. */
export type Whereabouts = 'free' | 'playing' | 'away' | 'unknown';

/** What the dialog is open for: somebody by name, or whoever comes. */
export type Wanted = {
  /** What the form begins with; without them whatever was wished for last. */
  terms?: RoomTerms;
  /** Which game it is to be, where that has been said. */
  game?: PlayKey;
} & (
  { what: 'challenge'; player: string; name: string; whereabouts: Whereabouts } | { what: 'seek' }
);

/** Letters stand for days; who is here answers within a minute. */
const LETTER_MS = 600_000;

export class Challenges {
  /** What the dialog is open for. */
  wanted = $state.raw<Wanted | null>(null);
  readonly search: Search;
  readonly waits: Waits;
  readonly #once = new Once();
  #taking = $state<string | null>(null);

  constructor() {
    this.search = new Search({
      quick: offers.quick,
      comeIn,
      enter: (room, from) => {
        if (from) this.waits.drop(from);
        // Whoever looks around meanwhile stays there.
        const isElsewhere = from !== null && !isInRoom(from);
        this.#enter(room, isElsewhere ? 'stay' : from ? 'replace' : 'push');
      },
      leave: async (room) => {
        this.waits.drop(room);
        await mailbox.withdraw(room);
      },
    });
    this.waits = new Waits(connection, this.search);
  }

  /** Opens the dialog; `name` is a guest's, "" for an account. */
  open(player: string, name = '', whereabouts: Whereabouts = 'unknown'): void {
    this.wanted = { what: 'challenge', player, name, whereabouts };
  }

  /** Opens the dialog for a game that has been chosen already. */
  openGame(player: string, name: string, game: PlayKey): void {
    this.wanted = { what: 'challenge', player, name, whereabouts: 'unknown', game };
  }

  /** Opens the dialog once more, on the terms that led to nothing. */
  openAgain(player: string, name: string, terms: RoomTerms): void {
    this.wanted = { what: 'challenge', player, name, whereabouts: 'unknown', terms };
  }

  /** Opens the dialog for an open offer. */
  openSeek(): void {
    this.wanted = { what: 'seek' };
  }

  close(): void {
    this.wanted = null;
  }

  /** Whether an open offer is being taken, and which. */
  get taking(): string | null {
    return this.#taking;
  }

  /**
   * Challenges somebody, and goes to where they are waited for. Returns the room if it is a letter,
   * for which nobody waits; throws what the server refuses.
   */
  async challenge(player: string, terms: RoomTerms): Promise<RoomView | null> {
    await comeIn();
    try {
      const view = await this.#once.ask([player, terms], (id) =>
        offers.challenge(id, player, terms),
      );
      const end = view.expires_at_ms ?? 0;
      if (end - connection.clock.now() > LETTER_MS) return view;
      this.#enter(view.room, 'push');
    } catch (error) {
      const room = standing(error);
      if (!room) throw error;
      this.#enter(room, 'push');
    }
    this.close();
    return null;
  }

  /** Offers these terms to whoever comes, and stays here; throws what the server refuses. */
  async seek(terms: RoomTerms): Promise<void> {
    await comeIn();
    const { room } = await this.#once.ask(['seek', terms], (id) => offers.seek(id, terms));
    this.close();
    this.waits.add(room);
  }

  /** Seeks somebody for these terms until somebody agrees; throws what the server refuses. */
  async quick(terms: RoomTerms): Promise<void> {
    await this.search.begin(terms);
  }

  /** Takes an open offer: the place, and exactly these terms. */
  async take({ room, terms }: Pick<SeekView, 'room' | 'terms'>): Promise<Text | null> {
    if (this.#taking) return null;
    this.#taking = room;
    try {
      await comeIn();
      const refused = await this.#command({ t: 'join_room', room });
      if (refused) return refused;
      // Terms that have just changed are not agreed to: the room shows the others.
      this.#enter(room, 'push');
      await this.#command({ t: 'agree_terms', room, terms });
      return null;
    } finally {
      this.#taking = null;
    }
  }

  /** Accepts a challenge: the terms are agreed upon in its room. */
  accept(room: string): void {
    mailbox.accept(room, () => {
      this.#enter(room, 'push');
    });
  }

  #command(
    wanted: { t: 'join_room'; room: string } | { t: 'agree_terms'; room: string; terms: RoomTerms },
  ): Promise<Text | null> {
    return new Promise((resolve) => {
      connection.command({ ...wanted, id: commandId() }, ({ code, text }) => {
        resolve(code ? (text ?? {}) : null);
      });
    });
  }

  #enter(room: string, how: 'push' | 'replace' | 'stay'): void {
    this.waits.add(room);
    if (how !== 'stay') router.go(`/room/${room}`, how);
  }
}

/** The room of the challenge that stands between the two already. */
function standing(error: unknown): string | null {
  const isThere = error instanceof RefusedError && error.code === 'challenged_already';
  return isThere ? error.room : null;
}

export const challenges = new Challenges();
