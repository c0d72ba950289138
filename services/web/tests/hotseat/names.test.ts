import { beforeEach, describe, expect, it } from 'vitest';
import { TableNames } from '../../src/lib/hotseat/names.svelte';

describe('the names of this device', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('are no longer than they may be, and nonsense in the storage is none', () => {
    localStorage.setItem('spielcenter.hotseat.names', JSON.stringify({ a: [7, ' Anna '], b: 'x' }));
    const tableNames = new TableNames();
    expect(tableNames.of('a')).toEqual(['', 'Anna']);
    expect(tableNames.of('b')).toEqual(['', '']);
    tableNames.note('c', ['x'.repeat(99), '']);
    expect(tableNames.of('c')[0]).toHaveLength(20);
  });

  it('are passed on once, and the oldest are forgotten', () => {
    const tableNames = new TableNames();
    tableNames.note('0', ['A', 'B']);
    tableNames.passOn('0', '1');
    // Another tab has noticed it, too.
    new TableNames().passOn('0', '1');
    expect(tableNames.of('1')).toEqual(['B', 'A']);
    for (let game = 2; game < 70; game += 1) tableNames.note(String(game), ['A', 'B']);
    expect(tableNames.of('0')).toEqual(['', '']);
  });
});
