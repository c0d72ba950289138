// Invitations as plain data: which one is newer, whom it calls, what is new in the mailbox.

import type { InvitationView } from '../protocol/generated';

export type DeclineReason = NonNullable<InvitationView['reason']>;
const ANSWERED: readonly InvitationView['state'][] = ['accepted', 'declined', 'expired'];
export const REASONS: readonly DeclineReason[] = ['busy', 'terms', 'later', 'no'];

/** A list with these in it, the newest first; each room stands there once. */
export function merged(
  list: readonly InvitationView[],
  news: readonly InvitationView[],
): InvitationView[] {
  const rooms = new Set(news.map(({ room }) => room));
  return [...news, ...list.filter(({ room }) => !rooms.has(room))].sort(
    (one, other) => other.at_ms - one.at_ms,
  );
}

/** Whether somebody else has sent it to the one at this browser. */
export function isGot({ to }: InvitationView, me: string | null): boolean {
  return to === me;
}

/** Whether it can still be answered at that instant. */
export function isOpen({ state, expires_at_ms: end }: InvitationView, nowMs: number): boolean {
  return state === 'open' && end > nowMs;
}

/** What has happened to it, also where the server has not said yet that its time is over. */
export function stateAt(one: InvitationView, nowMs: number): InvitationView['state'] {
  return one.state === 'open' && !isOpen(one, nowMs) ? 'expired' : one.state;
}

/**
 * Whether it is something to look at in the mailbox: a letter that waits for an answer, what was
 * missed, an answer to a letter. Somebody who waits at this moment is on every page as it is.
 */
export function isNews(one: InvitationView, me: string | null, nowMs: number): boolean {
  if (one.is_read) return false;
  const state = stateAt(one, nowMs);
  if (!isGot(one, me)) return one.is_mail && ANSWERED.includes(state);
  return state === 'expired' || (state === 'open' && one.is_mail);
}
