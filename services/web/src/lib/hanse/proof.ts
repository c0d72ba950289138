// Whether what was dealt is what had been promised: the fingerprints, and the cards as they came.

import { latest, type Timeline } from '../game/timeline';
import { evolve } from '../game/fold';
import type { Dealt, SeenEvent, TurnPlayed } from '../protocol/generated';
import { isHanse } from './course';
import { HAND_SIZE } from './goods';
import { isShuffled, secretsIn, withSecrets } from './replay';
import type { Secrets } from './secrets';
import type { DealShown, TurnShown } from './shown';

/** `unable`: this browser has no SHA-256 here, or the secrets have not been told. */
export type Verdict = 'kept' | 'broken' | 'unable';

/** Looks at every deal and reshuffle of a finished match. */
export async function prove(events: readonly SeenEvent[]): Promise<Verdict> {
  const secrets = secretsIn(events);
  const promises = events.filter(isShuffled).map(({ data }) => (data as Dealt).commitment);
  if (!canHash() || promises.length === 0 || secrets.length !== promises.length) return 'unable';
  const prints = await Promise.all(secrets.map(fingerprint));
  const isPromised = prints.every((print, place) => print === promises[place]);
  return isPromised && cameInOrder(events, secrets) ? 'kept' : 'broken';
}

/** The SHA-256 of a secret's JSON with sorted keys, as the server makes it. */
export async function fingerprint(secret: Secrets): Promise<string> {
  const bytes = new TextEncoder().encode(sorted(secret));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Browsers have it only at addresses that can't be tampered with. */
function canHash(): boolean {
  const { subtle }: Partial<Crypto> = crypto;
  return subtle !== undefined;
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Whether every card that was laid out came from the place where it lay. */
function cameInOrder(events: readonly SeenEvent[], secrets: readonly Secrets[]): boolean {
  let timeline: Timeline | null = null;
  for (const { event, secret } of withSecrets(events, secrets)) {
    if (secret && !isInOrder(event, secret, timeline)) return false;
    timeline = evolve(timeline, event);
  }
  return true;
}

function isInOrder(
  { type, data }: SeenEvent,
  { dealt: { deck } }: Secrets,
  timeline: Timeline | null,
): boolean {
  if (type === 'games.dealt') {
    const { market } = (data as Dealt).shown as DealShown;
    return isSame(market, deck.slice(2 * HAND_SIZE, 2 * HAND_SIZE + market.length));
  }
  return type !== 'games.turn_played' || isRefill(data as TurnPlayed, deck, timeline);
}

function isRefill({ shown }: TurnPlayed, deck: readonly string[], timeline: Timeline | null) {
  const view = timeline && isHanse(timeline) ? latest(timeline).state : null;
  const refill = (shown as TurnShown | undefined)?.refill ?? [];
  const next = deck.length - (view?.table?.deck_count ?? 0);
  return isSame(refill, deck.slice(next, next + refill.length));
}

/** The same cards; those that come together have no order among them. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join(' ') === [...others].sort().join(' ');
}
