import { describe, expect, it } from 'vitest';
import { chartOf, HEIGHT, WIDTH } from '../../src/lib/people/chart';
import { passwordStrength } from '../../src/lib/people/strength';

describe('the strength of a password', () => {
  it.each([
    ['kurz', 'short'],
    ['12345678', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['abababababababab', 'weak'],
    ['annaberta1', 'weak'],
    ['Reiher7Nebel', 'fair'],
    ['Sieben Reiher im Nebel', 'good'],
  ])('%s is %s', (password, strength) => {
    expect(passwordStrength(password, 'annaberta')).toBe(strength);
  });
});

describe('the line of a rating history', () => {
  it('runs from left to right, higher ratings further up, all inside', () => {
    const { dots, low, high } = chartOf([1200, 1260, 1180]);
    expect(dots.map(({ x }) => x)).toEqual([...dots.map(({ x }) => x)].sort((a, b) => a - b));
    expect(dots[1].y).toBeLessThan(dots[0].y);
    expect(dots[2].y).toBeGreaterThan(dots[0].y);
    expect([low, high]).toEqual([1180, 1260]);
    for (const { x, y } of dots) {
      expect(x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT).toBe(true);
    }
  });

  it('does not make a mountain of one game', () => {
    const { low, high } = chartOf([1200, 1204]);
    expect(high - low).toBe(40);
  });
});
