// The rooms in which this tab waits for somebody, wherever in the client one looks meanwhile: when
// somebody comes, or the game begins, it goes there.

import { untrack } from 'svelte';
import type { RoomView } from '../protocol/generated';
import { Room } from '../room/room.svelte';
import { router } from '../router.svelte';
import type { Connection } from '../socket/connection.svelte';
import { tick } from '../sound';
import { isInRoom, isTied } from './place';
import type { Search } from './search.svelte';
import { keepHere, recallHere } from './tab';

const KEY = 'spielcenter.waits';
const TOLD_KEY = 'spielcenter.told';

export class Waits {
  rooms = $state.raw<readonly Room[]>([]);
  readonly #connection: Connection;
  readonly #search: Search;
  /** Where somebody's coming has been told already, before a reload, too. */
  #told: readonly string[] = recallHere<string[]>(TOLD_KEY) ?? [];

  constructor(connection: Connection, search: Search) {
    this.#connection = connection;
    this.#search = search;
  }

  /** Watches them until the returned function is called. */
  begin(): () => void {
    const known = recallHere<string[]>(KEY) ?? [];
    const sought = this.#search.room;
    for (const room of sought ? [...known, sought] : known) this.add(room);
    const end = $effect.root(() => {
      $effect(() => {
        for (const room of this.rooms) {
          const { view, gone, role } = room;
          untrack(() => {
            if (gone) this.drop(room.room);
            else if (view) this.#look(view, role);
          });
        }
      });
    });
    return () => {
      end();
      for (const room of this.rooms) room.stop();
      this.rooms = [];
    };
  }

  add(room: string): void {
    if (this.rooms.some((one) => one.room === room)) return;
    const watched = new Room(room, this.#connection);
    watched.enter();
    this.#keep([...this.rooms, watched]);
  }

  drop(room: string): void {
    this.#search.found(room);
    const dropped = this.rooms.filter((one) => one.room === room);
    if (!dropped.length) return;
    for (const one of dropped) one.stop();
    this.#keep(this.rooms.filter((one) => one.room !== room));
  }

  #look(view: RoomView, role: Room['role']): void {
    if (view.state === 'closed') this.#closed(view);
    else if (role === 'visitor') this.drop(view.room);
    else if (view.state === 'started') this.#started(view);
    else if (role === 'host' && view.guest) this.#arrived(view.room);
  }

  #closed(view: RoomView): void {
    this.#search.closed(view);
    if (this.#search.room !== view.room) this.drop(view.room);
  }

  #arrived(room: string): void {
    this.#search.found(room);
    if (this.#told.includes(room)) return;
    this.#told = [...this.#told, room];
    keepHere(TOLD_KEY, this.#told);
    if (isInRoom(room)) return;
    tick('asked', room);
    if (!isTied(this.#connection)) router.go(`/room/${room}`);
  }

  #started({ room, game_id: game }: RoomView): void {
    if (!game) return;
    this.drop(room);
    const { page } = router;
    if (page.name === 'game' && page.id === game) return;
    tick('asked', game);
    if (!isTied(this.#connection)) router.go(`/game/${game}`, isInRoom(room) ? 'replace' : 'push');
  }

  #keep(rooms: readonly Room[]): void {
    this.rooms = rooms;
    keepHere(
      KEY,
      rooms.map(({ room }) => room),
    );
  }
}
