// Challenges and invitations, got and sent, as this browser knows them, and answering them.

import { connection as house } from '../house.svelte';
import type { FromServer, InvitationView } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { commandId, type Command } from '../socket/outbox';
import { offers } from './api';
import { isGot, isNews, isOpen, merged, type DeclineReason } from './invitations';

export type Text = Record<string, string>;
/** An invitation that has just come, or one of one's own that has just been answered. */
export type Heard = (invitation: InvitationView, what: 'came' | 'answered') => void;

const AGAIN_MS = 5_000;
const nothing = (): void => undefined;

export class Mailbox {
  /** All of the last thirty days, the newest first. */
  list = $state.raw<readonly InvitationView[]>([]);
  /** Whether the list has been fetched, so that an empty one means something. */
  isKnown = $state(false);
  /** The rooms about which something is on its way. */
  busy = $state.raw<readonly string[]>([]);
  /** Why the last answer was refused, by room. */
  problems = $state.raw<Readonly<Record<string, Text>>>({});
  onheard: Heard | null = null;
  readonly #connection: Connection;
  readonly #fetch: typeof offers.invitations;
  #owner: string | null = null;
  #stop: (() => void) | null = null;
  #asking = 0;
  /** What came while the list was on its way is newer than the list. */
  #meanwhile: readonly InvitationView[] = [];
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: Connection, fetch: typeof offers.invitations) {
    this.#connection = connection;
    this.#fetch = fetch;
  }

  get me(): string | null {
    return this.#connection.player?.id ?? null;
  }

  /** How many are new in the mailbox. */
  get unread(): number {
    const now = this.#connection.clock.now();
    return this.list.filter((one) => isNews(one, this.me, now)).length;
  }

  of(room: string): InvitationView | null {
    return this.list.find((one) => one.room === room) ?? null;
  }

  isBusy(room: string): boolean {
    return this.busy.includes(room);
  }

  /** Listens until the returned function is called. */
  begin(): () => void {
    this.#stop ??= this.#connection.subscribe({
      receive: (message) => {
        this.#receive(message);
      },
    });
    return () => {
      clearTimeout(this.#again);
      this.#stop?.();
      this.#stop = null;
    };
  }

  /** Takes the place that is kept; `then` hears when it is taken. */
  accept(room: string, then: () => void): void {
    this.#ask({ t: 'join_room', id: commandId(), room }, nothing, () => {
      this.#patch(room, { state: 'accepted', is_read: true });
      then();
    });
  }

  decline(room: string, reason: DeclineReason): void {
    this.#ask({ t: 'decline_room', id: commandId(), room, reason }, nothing, () => {
      this.#patch(room, { state: 'declined', reason, is_read: true });
    });
  }

  /** Takes back what stands; resolved when that is done, or was not to be done. */
  withdraw(room: string): Promise<void> {
    return new Promise((resolve) => {
      this.#ask({ t: 'leave_room', id: commandId(), room }, resolve, () => {
        this.#patch(room, { state: 'withdrawn' });
      });
    });
  }

  markRead(room: string): void {
    this.#patch(room, { is_read: true });
    this.#connection.command({ t: 'mark_read', id: commandId(), room }, nothing);
  }

  #ask(command: Extract<Command, { room: string }>, settled: () => void, done: () => void): void {
    const { room } = command;
    if (this.isBusy(room)) {
      settled();
      return;
    }
    this.busy = [...this.busy, room];
    this.problems = Object.fromEntries(
      Object.entries(this.problems).filter(([other]) => other !== room),
    );
    this.#connection.command(command, ({ code, text }) => {
      this.busy = this.busy.filter((other) => other !== room);
      if (!code) done();
      else {
        this.problems = { ...this.problems, [room]: text ?? {} };
        // It is otherwise than it looks here.
        void this.ask();
      }
      settled();
    });
  }

  #receive(message: FromServer): void {
    if (message.t === 'welcome') this.#belongTo(message.player?.id ?? null);
    if (message.t === 'invitations') this.#hear(message.invitations);
  }

  #belongTo(player: string | null): void {
    if (player !== this.#owner) {
      this.list = [];
      this.isKnown = false;
      this.problems = {};
      this.#owner = player;
    }
    if (player !== null) void this.ask();
  }

  /** Fetches all of them, after whatever may have been missed. */
  async ask(): Promise<void> {
    this.#asking += 1;
    const turn = this.#asking;
    this.#meanwhile = [];
    clearTimeout(this.#again);
    try {
      const { invitations } = await this.#fetch();
      if (turn !== this.#asking) return;
      const before = this.isKnown ? this.list : null;
      this.list = merged(invitations, this.#meanwhile);
      this.isKnown = true;
      if (before) this.#tell(before, invitations);
    } catch {
      // Nothing is lost but time: what comes meanwhile is shown as it is.
      if (turn === this.#asking && this.#stop) {
        this.#again = setTimeout(() => void this.ask(), AGAIN_MS);
      }
    }
  }

  #hear(news: readonly InvitationView[]): void {
    const before = this.list;
    this.#meanwhile = merged(this.#meanwhile, news);
    this.list = merged(this.list, news);
    this.#tell(before, news);
  }

  /** Says what has come, and which of one's own have been answered. */
  #tell(before: readonly InvitationView[], news: readonly InvitationView[]): void {
    const now = this.#connection.clock.now();
    for (const one of news) {
      const what = heardOf(one, before.find(({ room }) => room === one.room) ?? null, this.me);
      if (what === 'answered' || (what && isOpen(one, now))) this.onheard?.(one, what);
    }
  }

  #patch(room: string, part: Partial<InvitationView>): void {
    const patched = this.list
      .filter((one) => one.room === room)
      .map((one) => ({ ...one, ...part }));
    this.#meanwhile = merged(this.#meanwhile, patched);
    this.list = merged(this.list, patched);
  }
}

/** What has happened to an invitation that was like that before, if it is worth a word. */
function heardOf(
  now: InvitationView,
  before: InvitationView | null,
  me: string | null,
): 'came' | 'answered' | null {
  if (isGot(now, me)) return before ? null : 'came';
  return before?.state === 'open' && now.state !== 'open' ? 'answered' : null;
}

export const mailbox = new Mailbox(house, offers.invitations);
