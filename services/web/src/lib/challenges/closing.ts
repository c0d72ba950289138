// Why nobody plays in the room of a challenge or an offer any more, in a sentence.

import type { ChallengeWords } from '../i18n/challenges.de';
import type { RoomView } from '../protocol/generated';

export interface Names {
  host: string;
  /** The one who was challenged. */
  invited: string;
}

type Closed = Pick<RoomView, 'kind' | 'closed' | 'declined' | 'guest' | 'host' | 'invited'>;

/** What is said to that person; empty where there is nothing more to say than that it is closed. */
export function closingText(
  view: Closed,
  me: string,
  names: Names,
  t: ChallengeWords['room'],
): string {
  if (view.kind === 'seek') return seekText(view, me, t);
  if (view.host.player === me) return hostText(view, names, t);
  return view.invited === me ? invitedText(view, names, t) : '';
}

function seekText(view: Closed, me: string, t: ChallengeWords['room']): string {
  const { closed, guest, host } = view;
  if (closed === 'expired' && guest)
    return [host, guest].some(({ player }) => player === me) ? t.silent : t.seekClosed;
  return closed === 'expired' && host.player === me ? t.seekExpired : t.seekClosed;
}

function hostText(view: Closed, { invited }: Names, t: ChallengeWords['room']): string {
  if (view.declined) return t.declined(invited);
  if (view.closed === 'expired') return view.guest ? t.silent : t.expired(invited);
  if (view.closed !== 'left') return t.lapsed;
  return view.guest ? t.left(invited) : t.youWithdrew;
}

function invitedText(view: Closed, { host }: Names, t: ChallengeWords['room']): string {
  if (view.declined) return t.youDeclined;
  if (view.closed === 'expired') return view.guest ? t.silent : t.youMissed;
  if (view.closed !== 'left') return t.lapsed;
  return view.guest ? t.left(host) : t.withdrawn(host);
}
