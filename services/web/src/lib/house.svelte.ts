// What every page shares: the socket, who we are, becoming a guest, coming in by an account.

import { api } from './api';
import { accounts } from './people/api';
import { Following } from './people/follow.svelte';
import { names } from './people/names.svelte';
import type { Me } from './protocol/generated';
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

const following = new Following(settings, accounts);

/** Makes sure that the server knows us: a new person becomes a guest. */
export async function comeIn(): Promise<void> {
  if (connection.player) return;
  const me = await api.guest(settings.language);
  connection.player = me.player;
  // The socket was opened by a stranger; only a new one knows the session.
  connection.reconnect();
}

/** Somebody has come in by another session: the socket must know it, too. */
export function beKnownAs({ player, running }: Me): void {
  if (player) names.learn(player.id, player.name);
  connection.player = player;
  connection.running = running;
  connection.reconnect();
}

/** Forgets the session on this device. */
export async function goOut(): Promise<void> {
  beKnownAs(await api.signOut());
}

/** Starts the socket and keeps an eye on the network, until the returned function is called. */
export function begin(): () => void {
  // Gone or back: a new socket shows at once whether the server is still to be reached.
  const isOther = (): void => {
    connection.reconnect();
  };
  const isSeen = (): void => {
    if (document.hidden) void following.hurry();
    else if (connection.status === 'offline') connection.reconnect();
    else void following.catchUp();
  };
  connection.onsessionclosed = () => {
    connection.player = null;
  };
  addEventListener('online', isOther);
  addEventListener('offline', isOther);
  document.addEventListener('visibilitychange', isSeen);
  connection.start();
  const endFollowing = followAccount();
  return () => {
    endFollowing();
    removeEventListener('online', isOther);
    removeEventListener('offline', isOther);
    document.removeEventListener('visibilitychange', isSeen);
    connection.stop();
  };
}

/** An account's settings and name are as they are there, after every coming in and coming back. */
function followAccount(): () => void {
  return $effect.root(() => {
    $effect(() => {
      const { player } = connection;
      const account = player && !player.is_guest ? player : null;
      if (account) names.learn(account.id, account.name);
      void following.belongTo(account?.id ?? null);
    });
  });
}
