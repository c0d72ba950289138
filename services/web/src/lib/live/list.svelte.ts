// The running games that anybody may watch, as this browser knows them.

import type { FromServer, LiveGame, LiveGames as Message } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';
import { inOrder, inPlace, type Line } from './order';

export class LiveGames {
  /** Whether the list has come, so that an empty one may be believed. */
  isThere = $state(false);
  lines = $state.raw<readonly Line[]>([]);
  #games: Readonly<Record<string, LiveGame>> = {};
  #isHeld = false;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Shows them from now on, until the returned function is called; for an effect. */
  enter(): () => void {
    return this.#connection.subscribe({
      greet: () => ({ t: 'watch_live' }),
      farewell: () => ({ t: 'unwatch_live' }),
      receive: (message) => {
        this.#receive(message);
      },
    });
  }

  /** Somebody points at a line, or is on it by keyboard: none moves. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Nobody does any more. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#arrange();
  }

  #receive(message: FromServer): void {
    if (message.t !== 'live_games') return;
    this.#take(message);
    this.isThere = true;
    this.#arrange();
  }

  #take({ games, gone, is_whole: isWhole }: Message): void {
    const before = isWhole ? [] : Object.values(this.#games);
    const now = [...before.filter(({ game }) => !gone.includes(game)), ...games];
    this.#games = Object.fromEntries(now.map((game) => [game.game, game]));
  }

  #arrange(): void {
    const games = Object.values(this.#games);
    this.lines = this.#isHeld ? inPlace(this.lines, games) : inOrder(games);
  }
}
