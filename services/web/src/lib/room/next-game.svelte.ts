// After a room's game: who wants another one, and where it goes on.

import { untrack } from 'svelte';
import type { RoomView } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { Room } from './room.svelte';

/** How far two people are on their way to the next game; as one of the two, or as a spectator. */
export type Stage =
  'unknown' | 'free' | 'asked' | 'invited' | 'starting' | 'going on' | 'declined' | 'closed';

const WAITING: readonly Stage[] = ['free', 'asked', 'invited', 'starting'];

/** What a room says about the time after that game. */
export function stageOf(view: RoomView | null, game: string, me: string | null): Stage {
  if (!view) return 'unknown';
  if (view.game_id !== game) return view.game_id ? 'going on' : 'closed';
  if (view.state === 'closed') return 'closed';
  // At one device one word is enough: nobody is waited for.
  if (view.host.player === view.guest?.player) return view.rematch.length ? 'starting' : 'free';
  return wantedBy(view.rematch, me);
}

function wantedBy(players: readonly string[], me: string | null): Stage {
  if (players.length === 0) return 'free';
  if (players.length > 1) return 'starting';
  return players[0] === me ? 'asked' : 'invited';
}

export class NextGame {
  readonly room: Room;
  readonly #game: string;
  readonly #connection: Connection;
  /** The game that has just begun for the one at this browser. */
  begun = $state<string | null>(null);
  /** Whether this browser was here when it was still undecided. */
  #hasWaited = false;
  #hasAsked = $state(false);
  #isWantedHere = false;
  #hasLeft = $state(false);

  constructor(room: string, game: string, connection: Connection) {
    this.room = new Room(room, connection);
    this.#game = game;
    this.#connection = connection;
  }

  get stage(): Stage {
    if (this.room.gone) return 'closed';
    const me = this.#connection.player?.id ?? null;
    const stage = stageOf(this.room.view, this.#game, me);
    return stage === 'closed' && this.#hasAsked && !this.#hasLeft ? 'declined' : stage;
  }

  /** Whether the one at this browser is one of the two. */
  get isMember(): boolean {
    return this.room.role !== 'visitor';
  }

  /** The game that came after this one. */
  get following(): string | null {
    return this.stage === 'going on' ? (this.room.view?.game_id ?? null) : null;
  }

  /** Remembers what has been seen; call it whenever the stage has changed. */
  notice(): void {
    const { stage } = this;
    if (stage === 'going on') this.#follow();
    this.#hasWaited = WAITING.includes(stage);
    if (stage === 'asked') this.#hasAsked = true;
  }

  /** Another tab that lies behind stays where it is: one table is enough. */
  #follow(): void {
    const isHere = this.#isWantedHere || !document.hidden;
    if (this.#hasWaited && this.isMember && isHere) this.begun = this.following;
  }

  enter(): void {
    this.room.enter();
  }

  /** Whoever goes plays no more here: nobody is to wait for them. */
  leave(): void {
    if (this.isMember && this.#isMissed) this.room.leave();
    this.room.stop();
  }

  /** Whether the other waits, or might ask in vain; a private room stays open to both. */
  get #isMissed(): boolean {
    const { stage } = this;
    if (stage === 'asked' || stage === 'invited') return true;
    const kind = this.room.view?.kind ?? 'private';
    return stage === 'free' && this.#hasWaited && kind !== 'private';
  }

  /** Wants another game; as an answer, too. */
  ask(): void {
    this.#isWantedHere = true;
    this.#hasAsked = true;
    this.room.rematch(this.#game);
  }

  /** Wants none; says where one goes from here, or null while the room is not known yet. */
  goodbye(): string | null {
    const { view, gone } = this.room;
    if (!view && !gone) return null;
    untrack(() => {
      this.decline();
    });
    return (view?.kind ?? 'private') === 'private' ? '/' : '/lobby';
  }

  /** Wants none, or none any more. */
  decline(): void {
    this.#hasLeft = true;
    this.room.leave();
  }
}
