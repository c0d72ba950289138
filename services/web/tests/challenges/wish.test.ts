import { describe, expect, it } from 'vitest';
import { closingText } from '../../src/lib/challenges/closing';
import { leftText, partsOf } from '../../src/lib/challenges/line';
import { friendly, rememberedWish, rememberWish } from '../../src/lib/challenges/wish';
import { challengesDe } from '../../src/lib/i18n/challenges.de';
import { de } from '../../src/lib/i18n/de';
import { togetherDe } from '../../src/lib/i18n/together.de';
import type { RoomTerms } from '../../src/lib/protocol/generated';
import { usualWish } from '../../src/lib/terms';
import { BLACK, terms, WHITE } from '../double';
import { challengeRoom, seekRoom } from './invitation';

const KEY = 'spielcenter.challenge';

describe('the last wish', () => {
  it('is the usual one at first', () => {
    expect(rememberedWish()).toEqual(usualWish('mills'));
  });

  it('comes back as it was', () => {
    const wish = {
      ...usualWish('mills'),
      variant: 'battlemills-12',
      flying: false,
      minutes: 20,
      seconds: 0,
      first: 'guest' as const,
      kind: 'rated' as const,
      stake: 30,
    };
    rememberWish(wish);
    expect(rememberedWish()).toEqual(wish);
    expect(friendly(wish)).toEqual({ ...wish, kind: 'friendly', stake: 0 });
    const untimed = { ...usualWish('dara'), minutes: null, seconds: 0 };
    rememberWish(untimed);
    expect(rememberedWish()).toEqual(untimed);
  });

  it.each([
    ['another game', { game: 'chess', variant: 'x' }],
    ['no variant', { game: 'mills', variant: 'chess', flying: 'yes' }],
    ['no time', { game: 'mills', minutes: -3, seconds: 'many' }],
    ['no stake', { game: 'mills', kind: 'robbery', stake: 15 }],
  ])('is the usual one where the device remembers %s', (_, stored) => {
    localStorage.setItem(KEY, JSON.stringify(stored));
    expect(rememberedWish()).toEqual(usualWish('mills'));
  });

  it('plays Battlehanse for a stake, with the rules that were chosen', () => {
    const wish = {
      ...usualWish('hanse'),
      variant: 'one-round',
      standstill_limit: false,
      kind: 'rated' as const,
      stake: 20,
    };
    rememberWish(wish);
    expect(rememberedWish()).toEqual(wish);
    expect(rememberedWish('mills')).toEqual({ ...usualWish('mills'), kind: 'rated', stake: 20 });
    localStorage.setItem(KEY, JSON.stringify({ ...wish, variant: 'battlemills-12' }));
    expect(rememberedWish().variant).toBe('battlehanse');
  });

  it('plays a small game for nothing', () => {
    localStorage.setItem(KEY, JSON.stringify({ game: 'three', kind: 'rated', stake: 50 }));
    expect(rememberedWish()).toEqual(usualWish('three'));
  });
});

describe('terms in one line', () => {
  const words = { pages: de, together: togetherDe, challenges: challengesDe };

  it('say to each of the two which colour is theirs', () => {
    const offer = { game: terms(), first: 'host' as const };
    expect(partsOf(offer, 'host', words)).toEqual([
      'Battlemills, 9 Steine',
      '5 + 3',
      'freundschaftlich',
      'du hast Weiß',
    ]);
    expect(partsOf(offer, 'guest', words).at(-1)).toBe('du hast Schwarz');
  });

  it('say of Battlehanse who begins, and nothing of colours', () => {
    const hanse = (variant: string, options = {}): RoomTerms => ({
      game: { ...terms(), game: 'hanse', variant, options },
      first: 'guest',
    });
    expect(partsOf(hanse('battlehanse'), 'host', words)).toEqual([
      'Battlehanse',
      '5 + 3',
      'freundschaftlich',
      'dein Gegenüber beginnt',
    ]);
    const short = partsOf(hanse('one-round', { standstill_limit: null }), 'guest', words);
    expect([short[0], ...short.slice(3)]).toEqual([
      'Battlehanse: Eine Runde',
      'du beginnst',
      'mit geänderten Regeln',
    ]);
  });

  it('name what it is played for, and that rules are changed', () => {
    const game = {
      ...terms(),
      kind: 'rated' as const,
      stake_taler: 20,
      options: { flying: false },
    };
    expect(partsOf({ game, first: 'random' }, 'guest', words).slice(2)).toEqual([
      'gewertet um je 20 Taler',
      'Farben ausgelost',
      'mit geänderten Regeln',
    ]);
  });

  it('count the seconds that are left, and never below none', () => {
    expect([leftText(61_000, 0), leftText(9_001, 1), leftText(5, 9)]).toEqual([
      '1:01',
      '0:09',
      '0:00',
    ]);
  });
});

describe('the end of a challenge', () => {
  const names = { host: 'Ada', invited: 'Ben' };
  const { room: t } = challengesDe;
  const closed = (part: object): ReturnType<typeof challengeRoom> =>
    challengeRoom({ state: 'closed', ...part });

  it.each([
    ['declined', closed({ declined: 'busy' }), t.declined('Ben'), t.youDeclined],
    ['late', closed({ closed: 'expired' }), t.expired('Ben'), t.youMissed],
    ['taken back', closed({ closed: 'left' }), t.youWithdrew, t.withdrawn('Ada')],
    ['left', closed({ closed: 'left', guest: BLACK }), t.left('Ben'), t.left('Ada')],
    ['forgotten', closed({ closed: 'expired', guest: BLACK }), t.silent, t.silent],
    ['overtaken', closed({ closed: 'playing' }), t.lapsed, t.lapsed],
  ])('is told to each of the two when it was %s', (_, view, host, invited) => {
    expect(closingText(view, WHITE.player, names, t)).toBe(host);
    expect(closingText(view, BLACK.player, names, t)).toBe(invited);
    expect(closingText(view, '01-stranger', names, t)).toBe('');
  });

  it('is told otherwise of an offer that nobody took', () => {
    const view = seekRoom({ state: 'closed', closed: 'expired' });
    expect(closingText(view, WHITE.player, names, t)).toBe(t.seekExpired);
    expect(closingText(view, BLACK.player, names, t)).toBe(t.seekClosed);
    const forgotten = { ...view, guest: BLACK };
    expect(closingText(forgotten, WHITE.player, names, t)).toBe(t.silent);
    expect(closingText(forgotten, BLACK.player, names, t)).toBe(t.silent);
    expect(closingText(forgotten, '01-stranger', names, t)).toBe(t.seekClosed);
  });
});
