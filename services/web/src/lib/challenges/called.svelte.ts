// What calls for the one at this browser: challenges that wait for an answer, and answers to one's own.

import { connection } from '../house.svelte';
import type { InvitationView } from '../protocol/generated';
import { isGot, isOpen } from './invitations';
import { mailbox, type Heard } from './mailbox.svelte';
import { isInRoom } from './place';

const SECOND_MS = 1_000;

class Called {
  /** The server's clock, by the second. */
  now = $state(connection.clock.now());
  #hidden = $state.raw<readonly string[]>([]);
  /** Letters and answers that have come while this page was open. */
  #fresh = $state.raw<readonly string[]>([]);

  /** Who waits for an answer of ours, the one who waits longest first. */
  readonly waiting = $derived(
    mailbox.list
      .filter((one) => isGot(one, mailbox.me) && isOpen(one, this.now))
      .filter(({ is_mail, room }) => !is_mail || this.#fresh.includes(room))
      .filter(({ room }) => !this.#hidden.includes(room) && !isInRoom(room))
      .reverse(),
  );

  /** Answers to challenges of our own that nobody has looked at yet. */
  readonly answers = $derived(
    mailbox.list.filter(
      ({ room, state }) =>
        state !== 'open' && this.#fresh.includes(room) && !this.#isSeen(room) && !isInRoom(room),
    ),
  );

  /** Hears what has come or been answered, until the returned function is called. */
  begin(isSought: (room: string) => boolean, heard: Heard): () => void {
    this.#hidden = [];
    this.#fresh = [];
    mailbox.onheard = (one, what) => {
      this.now = connection.clock.now();
      // Whom a search asks in vain is told there.
      if (what === 'answered' && (one.state === 'withdrawn' || isSought(one.room))) return;
      this.#fresh = [...this.#fresh, one.room];
      heard(one, what);
    };
    const timer = setInterval(() => {
      this.now = connection.clock.now();
    }, SECOND_MS);
    return () => {
      mailbox.onheard = null;
      clearInterval(timer);
    };
  }

  /** Shows it no more on this device; it stays where it is. */
  hide({ room }: InvitationView): void {
    this.#hidden = [...this.#hidden, room];
  }

  #isSeen(room: string): boolean {
    const one = mailbox.of(room);
    return this.#hidden.includes(room) || one === null || isGot(one, mailbox.me);
  }
}

export const called = new Called();
