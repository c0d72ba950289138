// The sheet of a round, above all where both have the same points.

import { describe, expect, it } from 'vitest';
import { scored } from '../../src/lib/hanse/outcome';
import type { CouncilToken, GoodsToken, Sheet, TableView } from '../../src/lib/hanse/view';
import { viewOf } from './tables';

function sheetOf(changed: Partial<TableView>): Sheet {
  const { table } = viewOf(changed);
  if (!table) throw new Error('no table');
  return scored(table, 'tokens');
}

const tokens = (...values: number[]): GoodsToken[] => values.map((value) => ['fur', value]);
const council = (...values: number[]): CouncilToken[] => values.map((value) => [3, value]);

describe('who gets the seal', () => {
  it('is who has more points, the stable among them', () => {
    const sheet = sheetOf({ won: [tokens(4), tokens(4, 3)], stables: [6, 5] });
    expect([sheet.winner, sheet.scores]).toEqual([0, [9, 7]]);
    expect(sheet.sheet[0]).toEqual({
      goods: 4,
      council: 0,
      stable: 5,
      goods_count: 1,
      council_count: 0,
    });
    expect(sheet.next_starter).toBe(1);
  });

  it('with the same points is who has more council tokens, though fewer others', () => {
    const won = [tokens(1, 1, 1, 1), tokens(1)] as const;
    const sheet = sheetOf({ won, won_council: [council(2), council(3, 2)], stables: [2, 2] });
    expect([sheet.winner, sheet.scores, sheet.next_starter]).toEqual([1, [6, 6], 0]);
  });

  it('with as many of those is who has more tokens of goods', () => {
    const sheet = sheetOf({
      won: [tokens(2, 1), tokens(3)],
      won_council: [council(2), council(2)],
    });
    expect([sheet.winner, sheet.scores]).toEqual([0, [5, 5]]);
  });

  it.each([0, 1] as const)('else is nobody, and who did not begin begins next: %i', (starter) => {
    const sheet = sheetOf({ starter, won: [tokens(2, 1), tokens(2, 1)] });
    expect([sheet.winner, sheet.next_starter]).toEqual([null, 1 - starter]);
  });
});
