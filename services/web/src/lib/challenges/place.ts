// Where somebody is in the client, as far as calls for them care.

import type { Connection } from '../socket/connection.svelte';
import { router } from '../router.svelte';
import { isClockedOnline } from '../terms';

/** Whether a game of one's own runs on this page: it is not to be covered. */
export function isAtTable({ running }: Pick<Connection, 'running'>): boolean {
  const { page } = router;
  return page.name === 'game' && running.some(({ game }) => game === page.id);
}

/** Whether that game has a clock and somebody who waits: nobody is taken away from it. */
export function isTied({ running }: Pick<Connection, 'running'>): boolean {
  const { page } = router;
  return (
    page.name === 'game' &&
    running.some(({ game, terms }) => game === page.id && isClockedOnline(terms))
  );
}

export function isInRoom(room: string): boolean {
  const { page } = router;
  return page.name === 'room' && page.id === room;
}
