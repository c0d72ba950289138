import { describe, expect, it } from 'vitest';
import { clockText, isLow, remaining } from '../../src/lib/game/clock';

const CLOCK = {
  remaining_ms: [60_000, 30_000] as [number, number],
  running: 0,
  sinceMs: 1_000_000,
};

describe('a clock', () => {
  it('runs for the side that thinks, and only for it', () => {
    expect(remaining(CLOCK, 0, 1_005_000)).toBe(55_000);
    expect(remaining(CLOCK, 1, 1_005_000)).toBe(30_000);
  });

  it('stands at zero and waits for the server to drop the flag', () => {
    expect(remaining(CLOCK, 0, 9_000_000)).toBe(0);
    expect(clockText(0)).toBe('0:00.0');
  });

  it('does not gain time when the server\u2019s clock seems to lie behind', () => {
    expect(remaining(CLOCK, 0, 999_000)).toBe(60_000);
  });

  it.each([
    [300_000, '5:00'],
    [65_999, '1:05'],
    [20_000, '0:20'],
    [19_999, '0:19.9'],
    [7_340, '0:07.3'],
    [3_723_000, '1:02:03'],
    [-5, '0:00.0'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });

  it('catches the eye under twenty seconds', () => {
    expect([isLow(20_000), isLow(19_999)]).toEqual([false, true]);
  });
});
