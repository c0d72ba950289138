import { render, screen, within } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import RoundTable from '../../src/components/hanse/RoundTable.svelte';
import type { HanseView, Score, Sheet } from '../../src/lib/hanse/view';
import { settings } from '../../src/lib/settings.svelte';
import { viewOf } from '../hanse/tables';

function score(goods: number, council: number, part: Partial<Score> = {}): Score {
  return { goods, council, stable: 0, goods_count: 2, council_count: 1, ...part };
}

function sheetOf(one: Score, other: Score, winner: 0 | 1 | null): Sheet {
  const sum = ({ goods, council, stable }: Score): number => goods + council + stable;
  const next_starter = winner === 0 ? 1 : 0;
  const scores = [sum(one), sum(other)] as const;
  return { winner, reason: 'tokens', scores, sheet: [one, other], next_starter };
}

/** After a round: Anna has sold gold, Berta salt. */
function ended(sheet: Sheet): HanseView {
  const view = viewOf({
    stables: [3, 1],
    won: [
      [
        ['gold', 6],
        ['gold', 6],
      ],
      [
        ['salt', 5],
        ['salt', 3],
      ],
    ],
    won_council: [[[3, 2]], [[5, 9]]],
  });
  return { ...view, seat: null, seals: [1, 0], rounds: [sheet] };
}

function show(view: HanseView, sheet: Sheet, near: 0 | 1 = 0): HTMLElement {
  const children = createRawSnippet(() => ({ render: () => '<button>Weiter</button>' }));
  render(RoundTable, { view, sheet, number: 1, names: ['Anna', 'Berta'], near, children });
  return screen.getByTestId('round-table');
}

const row = (name: string): string[] => {
  const found = screen.getByRole('rowheader', { name }).closest('tr') ?? expect.fail();
  return within(found)
    .getAllByRole('cell')
    .map((cell) => cell.textContent.replace(/\s+/g, ' ').trim());
};

beforeEach(() => {
  settings.set('language', 'de');
});

describe('the round table', () => {
  const sheet = sheetOf(score(12, 2, { stable: 5 }), score(8, 9), 0);

  it('shows every part of the calculation, the council tokens revealed, and the seal', () => {
    const table = show(ended(sheet), sheet);
    expect(screen.getByTestId('verdict')).toHaveTextContent(
      'Anna gewinnt mit 19 zu 17 das Ratssiegel.',
    );
    expect(row('Zinnmarken')[0]).toMatch(/^12 6 ?6/);
    expect(row('Ratsmarken').map((cell) => cell.split(' ')[0])).toEqual(['2', '9']);
    expect(row('Stallmarke')[0]).toMatch(/^5 3 Pferde/);
    expect(row('Summe')).toEqual(['19', '17']);
    expect(table).toHaveTextContent('Drei Markenstapel sind leer.');
    expect(screen.getByRole('img', { name: 'Anna: 1 von 2 Ratssiegeln' })).toBeVisible();
    expect(table).toHaveTextContent('Berta beginnt die nächste Runde.');
    expect(within(table).getByRole('button', { name: 'Weiter' })).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: 'Mehr Ratsmarken' })).toBeNull();
  });

  it('the near side stands first', () => {
    show(ended(sheet), sheet, 1);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Berta',
      'Anna',
    ]);
    expect(row('Summe')).toEqual(['17', '19']);
  });

  it('says by which tokens a tie was broken', () => {
    const tied = sheetOf(score(12, 2), score(5, 9, { council_count: 2 }), 1);
    show(ended(tied), tied);
    expect(screen.getByTestId('verdict')).toHaveTextContent('Das Ratssiegel bekommt Berta.');
    expect(row('Mehr Ratsmarken')).toEqual(['1', '2']);
    expect(screen.queryByRole('rowheader', { name: 'Mehr Zinnmarken' })).toBeNull();
  });

  it('goes on to the tin tokens, and may leave the seal with nobody', () => {
    const tied = sheetOf(score(12, 2), score(5, 9), null);
    show(ended(tied), tied);
    expect(screen.getByTestId('verdict')).toHaveTextContent('Niemand bekommt das Ratssiegel.');
    expect(row('Mehr Zinnmarken')).toEqual(['2', '2']);
  });

  it('of an earlier round tells the sums alone', () => {
    const later = { ...ended(sheet), rounds: [sheet, sheet] };
    const table = show(later, sheet);
    expect(row('Summe')).toEqual(['19', '17']);
    expect(table.querySelectorAll('.tokens')).toHaveLength(0);
    expect(screen.getByRole('img', { name: 'Anna: 1 von 2 Ratssiegeln' })).toBeVisible();
  });
});
