// Somebody in the waiting room, in tests of what is seen there.

import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { lobby } from '../../src/lib/lobby/lobby.svelte';
import { space } from '../../src/lib/lobby/wide.svelte';
import { names } from '../../src/lib/people/names.svelte';
// These come when they are first looked at; a test does not wait for that.
import '../../src/components/lobby/PersonPanel.svelte';
import '../../src/components/lobby/RankingTab.svelte';
import '../../src/pages/Lobby.svelte';
import '../../src/pages/People.svelte';
import type { FromServer, PersonHere } from '../../src/lib/protocol/generated';
import { BLACK, WHITE } from '../double';
import { chatLine, whole } from '../lobby/hall';
import { visit, type Visit } from './app';
import { answer } from './http';

const BEN = '02-ben';

export const STANDING = {
  muted_until_ms: null,
  banned_until_ms: null,
  blocked: [] as string[],
};
export const guest: PersonHere = { player: BLACK.player, name: BLACK.name, is_guest: true };
export const ben: PersonHere = {
  player: BEN,
  name: '',
  state: 'playing',
  elo: { mills: 1340, hanse: 1100 },
};
export const me: PersonHere = { player: WHITE.player, name: '' };

export const people = (): HTMLElement[] =>
  within(screen.getByTestId('people')).getAllByRole('button');
export const lines = (): HTMLElement[] => screen.queryAllByTestId('chat-line');
export const box = (): HTMLElement => screen.getByRole('textbox', { name: /Nachricht an alle/ });

/** Names are known, there is room, and nothing is in the box. */
export function prepare(): void {
  answer({});
  names.learn(WHITE.player, 'Käthe');
  names.learn(BEN, 'Ben');
  space.isWide = true;
  lobby.draft = '';
}

/** The page of the waiting room, not told anything yet. */
export async function atDoor(player: string | null = WHITE.player): Promise<Visit> {
  const visited = await visit('/lobby', player);
  await screen.findByRole('tablist');
  return visited;
}

export async function inHall(
  lobbyNow: FromServer = whole([me, guest, ben], [chatLine(1)]),
): Promise<Visit> {
  const visited = await atDoor();
  await visited.say(lobbyNow);
  return visited;
}

/** Answers the last command. */
export async function answered({ server, say }: Visit, refused?: string): Promise<void> {
  const { id } = server().got.findLast((sent) => 'id' in sent) as { id: string };
  const text = refused ? { de: refused, en: refused } : undefined;
  await say({ t: 'answer', id, ...(refused ? { code: 'refused', text } : {}) } as FromServer);
  await tick();
}
