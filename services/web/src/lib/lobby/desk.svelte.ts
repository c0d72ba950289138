// How many reports are open, as moderators are told whenever something was reported or done.

import { connection as house } from '../house.svelte';
import type { FromServer } from '../protocol/generated';
import type { Connection } from '../socket/connection.svelte';

export class Desk {
  open = $state(0);
  /** Grows with every word: then reports and trail are otherwise than they were. */
  told = $state(0);
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Listens until the returned function is called. */
  begin(): () => void {
    return this.#connection.subscribe({
      receive: (message) => {
        this.#receive(message);
      },
    });
  }

  #receive(message: FromServer): void {
    if (message.t === 'welcome' && message.player?.role !== 'moderator') this.open = 0;
    if (message.t !== 'desk') return;
    this.open = message.open_reports;
    this.told += 1;
  }
}

export const desk = new Desk(house);
