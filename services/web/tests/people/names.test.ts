import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusedError } from '../../src/lib/api';
import { AT_ONCE, FRESH_MS, GATHER_MS, NamesById } from '../../src/lib/people/names.svelte';

const UNNAMED = { unknown: '…', deleted: 'gelöscht' };
const ANNA = '00-anna';
const BEN = '01-ben';

type Answer = Record<string, string | null>;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function house(known: Answer): { asked: string[][]; names: NamesById } {
  const asked: string[][] = [];
  const names = new NamesById((ids) => {
    asked.push([...ids]);
    return Promise.resolve(Object.fromEntries(ids.map((id) => [id, known[id] ?? null])));
  });
  return { asked, names };
}

describe('names by id', () => {
  it('are asked for together, once, and stand there as soon as they have come', async () => {
    const { asked, names } = house({ [ANNA]: 'Anna', [BEN]: 'Ben' });
    expect(names.of(ANNA, UNNAMED)).toBe('…');
    expect(names.of(BEN, UNNAMED)).toBe('…');
    names.of(ANNA, UNNAMED);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    expect(asked).toEqual([[ANNA, BEN]]);
    expect([ANNA, BEN].map((id) => names.of(id, UNNAMED))).toEqual(['Anna', 'Ben']);
  });

  it('of guests are those that came, until they turn out to be an account’s', async () => {
    const known: Answer = { [ANNA]: 'Stille Rohrdommel' };
    const { asked, names } = house(known);
    const guest = { player: ANNA, name: 'Stille Rohrdommel' };
    expect(names.ofGuest(ANNA, guest.name)).toBe(guest.name);
    names.askAgain({ player: BEN, name: '' });
    names.askAgain(guest);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    known[ANNA] = 'Anna';
    names.askAgain(guest);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    expect(asked).toEqual([[ANNA], [ANNA]]);
    expect(names.ofGuest(ANNA, guest.name)).toBe('Anna');
    known[ANNA] = null;
    names.askAgain(guest);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    expect(names.ofGuest(ANNA, guest.name)).toBe(guest.name);
  });

  it('of deleted accounts say so', async () => {
    const { names } = house({});
    names.of(ANNA, UNNAMED);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    expect(names.of(ANNA, UNNAMED)).toBe('gelöscht');
    expect(names.isDeleted(ANNA)).toBe(true);
    expect(names.isDeleted(BEN)).toBe(false);
  });

  it('are asked for again after a while, and the old one stands meanwhile', async () => {
    const known: Answer = { [ANNA]: 'Anna' };
    const { asked, names } = house(known);
    names.of(ANNA, UNNAMED);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    known[ANNA] = 'Annika';
    await vi.advanceTimersByTimeAsync(FRESH_MS);
    expect(names.of(ANNA, UNNAMED)).toBe('Anna');
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    expect(names.of(ANNA, UNNAMED)).toBe('Annika');
    expect(asked).toHaveLength(2);
  });

  it('that came another way are not asked for', async () => {
    const { asked, names } = house({});
    names.learn(ANNA, 'Anna');
    expect(names.of(ANNA, UNNAMED)).toBe('Anna');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([]);
  });

  it('come in batches that the server takes', async () => {
    const { asked, names } = house({});
    for (let at = 0; at <= AT_ONCE; at += 1) names.of(`00-p${at}`, UNNAMED);
    await vi.advanceTimersByTimeAsync(GATHER_MS * 3);
    expect(asked.map(({ length }) => length)).toEqual([AT_ONCE, 1]);
  });

  it('are asked for again, ever more rarely, while nobody answers', async () => {
    let isDown = true;
    const at: number[] = [];
    const names = new NamesById((ids) => {
      at.push(Date.now());
      return isDown
        ? Promise.reject(new TypeError('no network'))
        : Promise.resolve(Object.fromEntries(ids.map((id) => [id, 'Anna'])));
    });
    names.of(ANNA, UNNAMED);
    await vi.advanceTimersByTimeAsync(20_000);
    const waits = at.slice(1).map((time, index) => time - at[index]);
    expect(waits).toEqual([2_000, 4_000, 8_000]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(names.of(ANNA, UNNAMED)).toBe('Anna');
  });

  it('of one id that the server does not take hold up no others', async () => {
    const asked: string[][] = [];
    const names = new NamesById((ids) => {
      asked.push([...ids]);
      return ids.includes('ff-nobody')
        ? Promise.reject(new RefusedError({ code: 'bad_message', text: {}, detail: null }))
        : Promise.resolve(Object.fromEntries(ids.map((id) => [id, 'Anna'])));
    });
    names.of('ff-nobody', UNNAMED);
    await vi.advanceTimersByTimeAsync(GATHER_MS);
    names.of('ff-nobody', UNNAMED);
    names.of(ANNA, UNNAMED);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([['ff-nobody'], [ANNA]]);
    expect(names.of(ANNA, UNNAMED)).toBe('Anna');
  });

  it('are never asked for what is no id', async () => {
    const { asked, names } = house({});
    expect(names.of('a,b&ids=', UNNAMED)).toBe('…');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([]);
  });
});
