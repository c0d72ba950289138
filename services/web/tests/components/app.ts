// The whole client in a test, on a server in memory.

import { render } from '@testing-library/svelte';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { tick } from 'svelte';
import { vi } from 'vitest';
import App from '../../src/App.svelte';
// Pages come when they are first looked at; a test does not wait for that.
import '../../src/pages/Game.svelte';
import '../../src/pages/Games.svelte';
import '../../src/pages/New.svelte';
import '../../src/pages/Practice.svelte';
import '../../src/pages/Room.svelte';
import type { FromServer, RoomView } from '../../src/lib/protocol/generated';
import { router } from '../../src/lib/router.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { GAME, ROOM, ServerSide, terms, WHITE } from '../double';

export interface Visit {
  user: UserEvent;
  /** The open socket, from the server's side. */
  server: () => ServerSide;
  /** Sends messages and waits until they show. */
  say: (...messages: FromServer[]) => Promise<void>;
}

const all: ServerSide[] = [];

/** Answers whatever is still asked, so that it is not asked again in the next test. */
export function settleAll(): void {
  const ids = all.flatMap(({ got }) => got.flatMap((sent) => ('id' in sent ? [sent.id] : [])));
  for (const id of ids) all.at(-1)?.say({ t: 'answer', id });
  all.length = 0;
}

/** Opens a page of the client, welcomed as that player. */
export async function visit(path: string, player: string | null = WHITE.player): Promise<Visit> {
  class Socket extends ServerSide {
    constructor() {
      super();
      all.push(this);
    }
  }
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('scrollTo', vi.fn());
  settings.set('language', 'de');
  settings.set('sound', false);
  settings.set('confirm', false);
  settings.set('warning', false);
  router.go(path);
  render(App);
  const server = (): ServerSide => all[all.length - 1];
  await vi.dynamicImportSettled();
  await tick();
  server().welcome(player);
  await tick();
  const say = async (...messages: FromServer[]): Promise<void> => {
    server().say(...messages);
    await tick();
  };
  return { user: userEvent.setup(), server, say };
}

/** The point of that name on the board. */
export function point(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-point="${name}"]`);
  if (!found) throw new Error(`no point ${name}`);
  return found;
}

export function room(changed: Partial<RoomView> = {}): FromServer {
  const host = WHITE;
  const rest = { version: 1, guest: null, agreed: [host.player], state: 'open', game_id: null };
  const view = { room: ROOM, host, terms: { game: terms(), first: 'random' }, ...rest };
  return { t: 'room', view: { ...view, ...changed } as RoomView };
}

export const gamePath = `/game/${GAME}`;
export const roomPath = `/room/${ROOM}`;
