import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { names } from '../../src/lib/people/names.svelte';
// This page comes when it is opened; a test does not wait for that.
import '../../src/pages/Moderation.svelte';
import type { AuditLine, FromServer, ReportView } from '../../src/lib/protocol/generated';
import { chatLine } from '../lobby/hall';
import { settleAll, visit, type Visit } from './app';
import { answer } from './http';
import { ACCOUNT, welcome } from './someone';

const [ANNA, BEN] = ['02-anna', '03-ben'];
const HOUR_MS = 3_600_000;
const report: ReportView = {
  report: 7,
  at_ms: Date.now(),
  by: ANNA,
  about: BEN,
  kind: 'insult',
  reason: 'Das war nicht nett.',
  quoted: chatLine(3, { player: BEN, name: '', text: 'Du <b>Stümper</b>!' }),
  closed_by: null,
};
const muted = {
  at_ms: Date.now(),
  event: {
    type: 'lobby.person_muted',
    player: BEN,
    by: ACCOUNT.id,
    until_ms: Date.now() + HOUR_MS,
    kind: 'spam',
  },
} as AuditLine;

async function moderating(reports: ReportView[], lines: AuditLine[]): Promise<Visit> {
  for (const [id, name] of [
    [ANNA, 'Anna'],
    [BEN, 'Ben'],
    [ACCOUNT.id, ACCOUNT.name],
  ]) {
    names.learn(id, name);
  }
  answer({
    'GET /api/moderation/reports': { body: { reports, next: null } },
    'GET /api/moderation/audit': { body: { lines, next: null } },
  });
  const visited = await visit('/moderation');
  await welcome(visited, { ...ACCOUNT, role: 'moderator' });
  return visited;
}

async function answered({ server, say }: Visit): Promise<void> {
  const { id } = server().got.findLast((sent) => 'id' in sent) as { id: string };
  await say({ t: 'answer', id } as FromServer);
  await tick();
}

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the moderators\u2019 page', () => {
  it('is for moderators, and asks for nothing otherwise', async () => {
    const { asked } = answer({});
    await visit('/moderation');
    expect(await screen.findByText('Diese Seite ist für Moderatoren.')).toBeVisible();
    expect(asked.filter((one) => one.includes('moderation'))).toEqual([]);
  });

  it('shows a report with the line as it was said, and closes it', async () => {
    const visited = await moderating([report], []);
    const shown = within(await screen.findByTestId('report'));
    expect(shown.getByText('Du <b>Stümper</b>!')).toBeVisible();
    expect(shown.getByText('Das war nicht nett.')).toBeVisible();
    expect(shown.getByText(/gemeldet von Anna/)).toBeVisible();
    await visited.user.click(shown.getByRole('button', { name: /Meldung 7/ }));
    expect(visited.server().of('close_report')[0]).toMatchObject({ report: 7 });
    answer({
      'GET /api/moderation/reports': {
        body: { reports: [{ ...report, closed_by: ACCOUNT.id }], next: null },
      },
      'GET /api/moderation/audit': { body: { lines: [], next: null } },
    });
    await answered(visited);
    expect(await screen.findByText('Zuletzt erledigt')).toBeVisible();
    expect(within(screen.getByTestId('reports')).queryByTestId('report')).toBeNull();
  });

  it('bans for so many days right from a report', async () => {
    const visited = await moderating([report], []);
    const shown = within(await screen.findByTestId('report'));
    await visited.user.click(shown.getByRole('button', { name: 'Ausschließen …' }));
    await visited.user.click(shown.getByRole('radio', { name: '7 Tage' }));
    await visited.user.click(shown.getByRole('button', { name: 'Ausschließen' }));
    expect(visited.server().of('ban')[0]).toMatchObject({ player: BEN, days: 7, kind: 'insult' });
    await answered(visited);
    expect(shown.getByText('Ben ist ausgeschlossen.')).toBeVisible();
  });

  it('lists who is restricted now, with the way back, and all that was done', async () => {
    const visited = await moderating([], [muted]);
    const now = within(await screen.findByTestId('restricted'));
    expect(await now.findByText(/stumm bis/)).toBeVisible();
    expect(screen.getByTestId('audit')).toHaveTextContent(/Käthe schaltet Ben bis .* stumm/);
    await visited.user.click(now.getByRole('button', { name: 'Wieder schreiben lassen' }));
    expect(visited.server().of('unmute')[0]).toMatchObject({ player: BEN });
  });

  it('shows at once what comes and what others have done, page by page', async () => {
    const visited = await moderating([], []);
    expect(await screen.findByText(/Keine offene Meldung/)).toBeVisible();
    const later = { ...report, report: 9 };
    answer({
      'GET /api/moderation/reports': { body: { reports: [report], next: 7 } },
      'GET /api/moderation/reports?after=7': { body: { reports: [later], next: null } },
      'GET /api/moderation/audit': { body: { lines: [muted], next: null } },
    });
    await visited.say({ t: 'desk', open_reports: 2 });
    const shown = within(screen.getByTestId('reports'));
    expect(await shown.findAllByTestId('report')).toHaveLength(1);
    expect(shown.getByText('2 offene Meldungen')).toHaveAttribute('role', 'status');
    expect(await screen.findByText(/stumm bis/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Moderation, 2 offene Meldungen' })).toBeVisible();
    await visited.user.click(shown.getByRole('button', { name: 'Weitere Meldungen zeigen' }));
    await vi.waitFor(() => {
      expect(shown.getAllByTestId('report')).toHaveLength(2);
    });
    answer({
      'GET /api/moderation/reports': { body: { reports: [later], next: null } },
      'GET /api/moderation/audit': { body: { lines: [], next: null } },
    });
    await visited.say({ t: 'desk', open_reports: 1 });
    await vi.waitFor(() => {
      expect(shown.getAllByTestId('report')).toHaveLength(1);
    });
    expect(shown.getByRole('button', { name: /Meldung 9/ })).toBeVisible();
    await visited.say({ t: 'desk', open_reports: 0 });
    expect(screen.queryByRole('link', { name: /offene Meldung/ })).toBeNull();
  });

  it('says so where there is nothing', async () => {
    await moderating([], []);
    expect(await screen.findByText(/Keine offene Meldung/)).toBeVisible();
    expect(await screen.findByText(/Niemand ist stummgeschaltet/)).toBeVisible();
    expect(screen.getByText('Noch ist nichts geschehen.')).toBeVisible();
  });
});
