// A finished match with all cards open: its secrets have been told at the end.

import { evolve } from '../game/fold';
import { latest, type Timeline } from '../game/timeline';
import type { Dealt, GameEnded, SeenEvent, TurnPlayed } from '../protocol/generated';
import { isHanse } from './course';
import { dealtToAll, turnToAll, type Secrets } from './secrets';
import type { DealShown, TurnShown } from './shown';
import type { HanseView } from './view';

/** The match as somebody saw it who looked into both hands; null unless all secrets are told. */
export function replayed(events: readonly SeenEvent[]): Timeline<HanseView> | null {
  const secrets = secretsIn(events);
  if (secrets.length !== events.filter(isShuffled).length) return null;
  let timeline: Timeline | null = null;
  for (const { event, secret } of withSecrets(events, secrets)) {
    const shown: unknown = secret ? openTo(event, secret, timeline) : undefined;
    timeline = evolve(timeline, { ...event, shown }, 'all');
  }
  return timeline && isHanse(timeline) ? timeline : null;
}

/** Each event with what had been shuffled last before it, or with it; null before the first. */
export function withSecrets(
  events: readonly SeenEvent[],
  secrets: readonly Secrets[],
): { event: SeenEvent; secret: Secrets | null }[] {
  let drawn = 0;
  return events.map((event) => {
    if (isShuffled(event)) drawn += 1;
    return { event, secret: drawn > 0 ? secrets[drawn - 1] : null };
  });
}

/** What was shuffled in the match, in order; nothing before its end. */
export function secretsIn(events: readonly SeenEvent[]): readonly Secrets[] {
  const end = events.findLast(({ type }) => type === 'games.game_ended');
  return ((end?.data as GameEnded | undefined)?.deal_secrets ?? []) as Secrets[];
}

/** Whether with that event something was put into a new order. */
export function isShuffled({ type }: SeenEvent): boolean {
  return type === 'games.dealt' || type === 'games.reshuffled';
}

function openTo({ type, data }: SeenEvent, secret: Secrets, timeline: Timeline | null): unknown {
  if (type === 'games.dealt') return dealtToAll(secret, (data as Dealt).shown as DealShown);
  if (type !== 'games.turn_played' || !timeline || !isHanse(timeline)) return undefined;
  const { turn, shown } = data as TurnPlayed;
  return turnToAll(secret, latest(timeline).state, turn, shown as TurnShown | undefined);
}
