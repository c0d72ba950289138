// A line of the audit trail as a sentence.

import type { LobbyWords } from '../i18n/lobby.de';
import type { AuditLine, PersonBanned, PersonMuted } from '../protocol/generated';

type Restriction = PersonBanned | PersonMuted;

interface Saying {
  t: LobbyWords;
  nameOf: (player: string) => string;
  timeOf: (atMs: number) => string;
}

export function describe(event: AuditLine['event'], { t, nameOf, timeOf }: Saying): string {
  const words = t.moderation;
  const by = nameOf(event.by);
  const restriction = ({ player, until_ms, kind }: Restriction): [string, string, string] => [
    nameOf(player),
    timeOf(until_ms),
    t.kinds[kind],
  ];
  const erased = ({ has_erased }: Restriction): string => (has_erased ? words.erased : '');
  switch (event.type) {
    case 'lobby.report_filed':
      return words.filed(by, nameOf(event.about), t.kinds[event.kind]);
    case 'lobby.report_closed':
      return words.closedLine(by, event.report);
    case 'lobby.person_muted':
      return words.mutedLine(by, ...restriction(event)) + erased(event);
    case 'lobby.person_unmuted':
      return words.unmutedLine(by, nameOf(event.player));
    case 'lobby.person_banned':
      return words.bannedLine(by, ...restriction(event)) + erased(event);
    case 'lobby.person_unbanned':
      return words.unbannedLine(by, nameOf(event.player));
  }
}
