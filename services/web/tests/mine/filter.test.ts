import { describe, expect, it } from 'vitest';
import { addressOf, filterOf, isFiltered, questionOf } from '../../src/lib/mine/filter';

describe('the filter of my games', () => {
  it('stands in the address and comes out of it again', () => {
    const filter = filterOf('?result=won&game=mills&opponent=bot:strong&since=2026-11-01&x=y');
    expect(filter).toMatchObject({
      game: 'mills',
      result: 'won',
      opponent: 'bot:strong',
      until: '',
    });
    expect(addressOf(filter)).toBe(
      '/games?game=mills&opponent=bot%3Astrong&result=won&since=2026-11-01',
    );
    expect(filterOf(addressOf(filter).slice('/games'.length))).toEqual(filter);
    expect(isFiltered(filter)).toBe(true);
  });

  it('of nothing is the page alone', () => {
    expect(addressOf(filterOf(''))).toBe('/games');
    expect(isFiltered(filterOf('?view=statistics'))).toBe(false);
    expect(questionOf(filterOf(''), null)).toBe('/api/my-games');
  });

  it('asks for whole days as they are here, the last one too', () => {
    const question = questionOf(filterOf('?since=2026-11-30&until=2026-11-30'), '5.00-a');
    const asked = new URL(question, 'http://house').searchParams;
    expect(asked.get('since')).toBe(new Date(2026, 10, 30).toISOString());
    expect(asked.get('until')).toBe(new Date(2026, 11, 1).toISOString());
    expect(asked.get('before')).toBe('5.00-a');
  });

  it('leaves what is no day to the server, which says so', () => {
    expect(questionOf(filterOf('?since=yesterday'), null)).toBe('/api/my-games?since=yesterday');
  });
});
