import { beforeEach, describe, expect, it } from 'vitest';
import { NO_SCORE, Tally } from '../../src/lib/practice/tally.svelte';

const KEY = 'spielcenter.tally';

describe('the tally of this device', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('counts a game that was played here once, whichever tab sees its end', () => {
    const [one, two] = [new Tally(), new Tally()];
    one.note('g1');
    one.count('g1', 'mills', 'easy', 'won');
    two.count('g1', 'mills', 'easy', 'won');
    one.count('g1', 'mills', 'easy', 'won');
    expect(new Tally().of('mills', 'easy')).toEqual({ won: 1, drawn: 0, lost: 0 });
    expect(one.of('mills', 'strong')).toEqual(NO_SCORE);
    expect(one.of('dara', 'easy')).toEqual(NO_SCORE);
  });

  it('does not count a game that it never saw running', () => {
    const tally = new Tally();
    tally.count('g1', 'mills', 'easy', 'lost');
    expect(tally.hasPlayed('mills')).toBe(false);
  });

  it('does not count a game with help, not even after a reload', () => {
    const tally = new Tally();
    tally.note('g1');
    tally.spoil('g1');
    const reloaded = new Tally();
    reloaded.note('g1');
    reloaded.count('g1', 'mills', 'medium', 'drawn');
    expect(reloaded.isSpoiled('g1')).toBe(true);
    expect(reloaded.of('mills', 'medium')).toEqual(NO_SCORE);
  });

  it('is cleared one game at a time', () => {
    const tally = new Tally();
    for (const [id, game] of [
      ['g1', 'mills'],
      ['g2', 'three'],
    ] as const) {
      tally.note(id);
      tally.count(id, game, 'easy', 'drawn');
    }
    tally.reset('mills');
    expect(tally.of('mills', 'easy')).toEqual(NO_SCORE);
    expect(new Tally().of('three', 'easy')).toEqual({ won: 0, drawn: 1, lost: 0 });
  });

  it.each([
    ['nonsense', '{'],
    ['no object', '7'],
    ['strange scores', '{"scores":{"mills easy":{"won":-1,"drawn":0,"lost":"x"}},"noted":[1]}'],
  ])('begins anew over %s', (_, stored) => {
    localStorage.setItem(KEY, stored);
    expect(new Tally().of('mills', 'easy')).toEqual(NO_SCORE);
  });

  it('forgets the oldest of very many games under way', () => {
    const tally = new Tally();
    for (let number = 0; number < 60; number += 1) tally.note(`g${number}`);
    tally.count('g0', 'mills', 'easy', 'won');
    tally.count('g59', 'mills', 'easy', 'won');
    expect(tally.of('mills', 'easy').won).toBe(1);
  });
});
