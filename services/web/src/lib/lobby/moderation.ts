// What moderators ask for by HTTP, and how people stand according to the audit trail.

import { ask } from '../api';
import type { AuditLine, AuditPage, ReportsPage, ReportView } from '../protocol/generated';

export const moderation = {
  reports: (after: number | null) =>
    ask<ReportsPage>(
      'GET',
      after === null ? '/api/moderation/reports' : `/api/moderation/reports?after=${after}`,
    ),
  audit: (before: number | null) =>
    ask<AuditPage>(
      'GET',
      before === null ? '/api/moderation/audit' : `/api/moderation/audit?before=${before}`,
    ),
};

/** So many pages of reports, as one. */
export async function reportsOf(pages: number): Promise<ReportsPage> {
  const first = await moderation.reports(null);
  let next = first.next ?? null;
  const more: ReportView[] = [];
  for (let page = 1; page < pages && next !== null; page += 1) {
    const following = await moderation.reports(next);
    more.push(...following.reports);
    next = following.next ?? null;
  }
  return { reports: [...first.reports, ...more], next };
}

/** Somebody who is silenced or shut out at present. */
export interface Restricted {
  player: string;
  kind: 'mute' | 'ban';
  untilMs: number;
}

/** Who is silenced or shut out now, after these lines of the trail, newest first. */
export function restricted(lines: readonly AuditLine[], nowMs: number): readonly Restricted[] {
  const now = new Map<string, Restricted>();
  for (const { event } of lines.toReversed()) {
    switch (event.type) {
      case 'lobby.person_muted':
        now.set(`mute ${event.player}`, restriction('mute', event));
        break;
      case 'lobby.person_banned':
        now.set(`ban ${event.player}`, restriction('ban', event));
        break;
      case 'lobby.person_unmuted':
        now.delete(`mute ${event.player}`);
        break;
      case 'lobby.person_unbanned':
        now.delete(`ban ${event.player}`);
        break;
      default:
    }
  }
  return [...now.values()].filter(({ untilMs }) => untilMs > nowMs);
}

function restriction(
  kind: Restricted['kind'],
  { player, until_ms }: { player: string; until_ms: number },
): Restricted {
  return { player, kind, untilMs: until_ms };
}
