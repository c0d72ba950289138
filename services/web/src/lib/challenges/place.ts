// Where somebody is in the client, as far as calls for them care.

import type { Connection } from '../socket/connection.svelte';
import { router } from '../router.svelte';

/** Whether a game of one's own runs on this page: it is not to be covered, nor to be left. */
export function isAtTable({ running }: Pick<Connection, 'running'>): boolean {
  const { page } = router;
  return page.name === 'game' && running.some(({ game }) => game === page.id);
}

export function isInRoom(room: string): boolean {
  const { page } = router;
  return page.name === 'room' && page.id === room;
}
