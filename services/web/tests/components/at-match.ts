// A table of Battlehanse in a test: sitting down at it, and what is to be seen there.

import { screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { vi } from 'vitest';
// The table comes when it is first needed; a test does not wait for that.
import '../../src/components/hanse/HanseGame.svelte';
import { fold } from '../../src/lib/game/fold';
import { latest } from '../../src/lib/game/timeline';
import { isHanse } from '../../src/lib/hanse/course';
import type { HanseView } from '../../src/lib/hanse/view';
import type { SeenEvent } from '../../src/lib/protocol/generated';
import { GAME, snapshot, WHITE } from '../double';
import { matchEvents, SHORT, until, type Audience } from '../hanse-double';
import { gamePath, visit, type Visit } from './app';

/** Sits down at a match in front of these events, as that seat. */
export async function atMatch(
  events: readonly SeenEvent[],
  seat: number | null,
  player: string | null = WHITE.player,
): Promise<Visit> {
  const visited = await visit(gamePath, player);
  await visited.say(snapshotOf(events, seat));
  await vi.dynamicImportSettled();
  await tick();
  return visited;
}

/** A snapshot whose position is the version of the last turn, deal or undo. */
export function snapshotOf(
  events: readonly SeenEvent[],
  seat: number | null,
): ReturnType<typeof snapshot> {
  const moved = ['games.turn_played', 'games.dealt', 'games.turns_taken_back'];
  const position = events.findLast(({ type }) => moved.includes(type ?? ''))?.version ?? 1;
  return { ...snapshot([...events], seat), game: GAME, position } as ReturnType<typeof snapshot>;
}

/** The goods that lie open on a side of the table: the own hand, or remembered cards. */
export function openCards(seat: number): string[] {
  const side = screen.getByTestId(`side-${seat}`);
  return [...side.querySelectorAll<HTMLElement>('button[data-kind]')].map(
    ({ dataset }) => dataset.kind ?? '',
  );
}

export const sentence = (): string => screen.getByTestId('say').textContent;

/** The table as that audience sees it in front of these events. */
export function viewOf(events: readonly SeenEvent[], audience: Audience): HanseView {
  const timeline = fold(events, audience);
  if (!timeline || !isHanse(timeline)) throw new Error('no match of Battlehanse');
  return latest(timeline).state;
}

/** The match after so many turns, as that audience sees it. */
export function after(turns: number, audience: Audience, match = SHORT): SeenEvent[] {
  const events = matchEvents({ match, audience });
  return turns ? until(events, 'turn_played', turns) : until(events, 'dealt');
}

/** The cards of a hand, one by one. */
export const kinds = (hand: object): string[] =>
  Object.entries(hand).flatMap(([kind, count]) => Array<string>(Number(count)).fill(kind));
