// What every page shares: the socket, who we are, becoming a guest.

import { api } from './api';
import { settings } from './settings.svelte';
import { Connection, type Socket } from './socket/connection.svelte';

function open(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Socket;
}

export const connection = new Connection({
  open,
  now: () => performance.now(),
  random: () => Math.random(),
});

/** Makes sure that the server knows us: a new person becomes a guest. */
export async function comeIn(): Promise<void> {
  if (connection.player) return;
  const me = await api.guest(settings.language);
  connection.player = me.player;
  // The socket was opened by a stranger; only a new one knows the session.
  connection.reconnect();
}

/** Forgets the session on this device. */
export async function goOut(): Promise<void> {
  await api.signOut();
  connection.player = null;
  connection.running = [];
  connection.reconnect();
}

/** Starts the socket and keeps an eye on the network, until the returned function is called. */
export function begin(): () => void {
  const isBack = (): void => {
    connection.reconnect();
  };
  const isSeen = (): void => {
    if (!document.hidden && connection.status === 'offline') connection.reconnect();
  };
  connection.onsessionclosed = () => {
    connection.player = null;
  };
  addEventListener('online', isBack);
  document.addEventListener('visibilitychange', isSeen);
  connection.start();
  return () => {
    removeEventListener('online', isBack);
    document.removeEventListener('visibilitychange', isSeen);
    connection.stop();
  };
}
