// Whether what was dealt is what had been promised: the fingerprints, and the cards as they came.

import type { Dealt, SeenEvent } from '../protocol/generated';
import type { Seat } from '../rules/state';
import { cameAsPromised } from './promised';
import { isShuffled, secretsIn } from './replay';
import type { Secrets } from './secrets';

/** `unable`: this browser has no SHA-256 here, or the secrets have not been told. */
export type Verdict = 'kept' | 'broken' | 'unable';

/** Looks at every deal and reshuffle of a finished match; `seat`: who was shown its own cards. */
export async function prove(events: readonly SeenEvent[], seat: Seat | null): Promise<Verdict> {
  const secrets = secretsIn(events);
  const promises = events.filter(isShuffled).map(({ data }) => (data as Dealt).commitment);
  if (!canHash() || promises.length === 0 || secrets.length !== promises.length) return 'unable';
  const prints = await Promise.all(secrets.map(fingerprint));
  const isPromised = prints.every((print, place) => print === promises[place]);
  return isPromised && cameAsPromised(events, secrets, seat) ? 'kept' : 'broken';
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
