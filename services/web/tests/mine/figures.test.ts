import { describe, expect, it } from 'vitest';
import { mineDe } from '../../src/lib/i18n/mine.de';
import {
  agoText,
  durationText,
  partsOf,
  sizeOf,
  successOf,
  sumOf,
} from '../../src/lib/mine/figures';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const tally = { won: 3, drawn: 1, lost: 4 };

describe('figures', () => {
  it('are summed and compared', () => {
    expect(sumOf([tally, { won: 1, drawn: 0, lost: 0 }])).toEqual({ won: 4, drawn: 1, lost: 4 });
    expect(sizeOf(tally)).toBe(8);
    expect(successOf(tally)).toBe(44);
    expect(successOf({ won: 0, drawn: 0, lost: 0 })).toBe(0);
  });

  it('fill a bar from end to end', () => {
    expect(partsOf(tally, 80)).toEqual([
      { x: 0, width: 30 },
      { x: 30, width: 10 },
      { x: 40, width: 40 },
    ]);
  });

  it.each([
    [0, '1 Sek.'],
    [20_000, '20 Sek.'],
    [12 * MINUTE, '12 Min.'],
    [125 * MINUTE, '2 Std. 5 Min.'],
    [1.2 * DAY, '1 Tag'],
    [3 * DAY, '3 Tage'],
  ])('say how long %d ms are', (ms, text) => {
    expect(durationText(ms, mineDe)).toBe(text);
  });

  it.each([
    [-5_000, 'in dieser Minute'],
    [30_000, 'in dieser Minute'],
    [5 * MINUTE, 'vor 5 Minuten'],
    [26 * 60 * MINUTE, 'gestern'],
    [15 * DAY, 'vor 2 Wochen'],
    [800 * DAY, 'vor 2 Jahren'],
  ])('say how long ago %d ms are', (passed, text) => {
    expect(agoText(2e12 - passed, 2e12, 'de')).toBe(text);
  });
});
