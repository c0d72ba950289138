import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RefusedError } from '../../src/lib/api';
import { Once } from '../../src/lib/once';
import { ownSeek, Search } from '../../src/lib/challenges/search.svelte';
import type { RoomTerms, RoomView } from '../../src/lib/protocol/generated';
import { BLACK } from '../double';
import { challengeRoom, seekRoom, TERMS } from './invitation';

const refused = (code: string, detail: Record<string, unknown> = {}): RefusedError =>
  new RefusedError({ code, text: {}, detail });

interface Question {
  id: string;
  terms: RoomTerms;
  apart: readonly string[];
}

/** The house, as far as a search knows it: answers in the order in which they are laid down. */
class House {
  readonly asked: Question[] = [];
  readonly left: string[] = [];
  readonly entered: [string, string | null][] = [];
  answers: (RoomView | Error)[] = [];

  search(): Search {
    return new Search({
      quick: (id, terms, apart) => {
        this.asked.push({ id, terms, apart });
        const next = this.answers.shift() ?? new TypeError('no network');
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      comeIn: () => Promise.resolve(),
      enter: (room, from) => {
        this.entered.push([room, from]);
      },
      leave: (room) => {
        this.left.push(room);
        return Promise.resolve();
      },
    });
  }
}

const FIRST = challengeRoom({ room: '01-first' });
const SECOND = challengeRoom({ room: '01-second', invited: '01-second' });
const SEEK = seekRoom({ room: '01-seek' });
const closed = (view: RoomView, part: Partial<RoomView> = {}): RoomView => ({
  ...view,
  state: 'closed',
  expires_at_ms: null,
  ...part,
});
/** Lets everything that is on its way arrive. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('a quick game', () => {
  let house: House;

  beforeEach(() => {
    sessionStorage.clear();
    house = new House();
  });

  afterEach(() => {
    sessionStorage.clear();
  });

  it('asks one after the other, and nobody twice, until an offer stands', async () => {
    const search = house.search();
    house.answers = [FIRST, SECOND, SEEK];
    await search.begin(TERMS);
    search.closed(closed(FIRST, { declined: 'busy' }));
    await settle();
    search.closed(closed(SECOND, { closed: 'expired' }));
    await settle();
    expect(house.asked.map(({ apart }) => apart)).toEqual([
      [],
      [BLACK.player],
      [BLACK.player, '01-second'],
    ]);
    expect(house.entered).toEqual([
      ['01-first', null],
      ['01-second', '01-first'],
      ['01-seek', '01-second'],
    ]);
    expect(search.asked).toEqual([
      { player: BLACK.player, reason: 'busy' },
      { player: '01-second', reason: null },
    ]);
    expect(new Set(house.asked.map(({ id }) => id)).size).toBe(3);
    search.closed(closed(SEEK, { closed: 'expired' }));
    expect(search.room).toBeNull();
  });

  it('goes on after a reload, and does not ask again what was asked already', async () => {
    const search = house.search();
    house.answers = [FIRST, new TypeError('the answer was lost'), SECOND];
    await search.begin(TERMS);
    search.closed(closed(FIRST, { declined: 'no' }));
    await settle();
    expect(search.error).not.toBeNull();
    const later = house.search();
    later.closed(closed(FIRST, { declined: 'no' }));
    await settle();
    expect(later.room).toBe('01-second');
    const [, lost, again] = house.asked;
    expect(again).toEqual(lost);
  });

  it('asks once, however often the room says that it is closed', async () => {
    const search = house.search();
    house.answers = [FIRST, SECOND];
    await search.begin(TERMS);
    search.closed(closed(FIRST, { declined: 'no' }));
    search.closed(closed(FIRST, { declined: 'no' }));
    await settle();
    search.closed(closed(FIRST, { declined: 'no' }));
    await settle();
    expect(house.asked).toHaveLength(2);
  });

  it('takes back what was found after it has been stopped', async () => {
    const search = house.search();
    house.answers = [FIRST, SECOND];
    await search.begin(TERMS);
    search.closed(closed(FIRST, { declined: 'no' }));
    await search.stop();
    await settle();
    expect(house.left).toEqual(['01-first', '01-second']);
    expect(search.room).toBeNull();
    expect(house.entered).toHaveLength(1);
  });

  it('says what is refused, and begins anew with the same id after a lost answer alone', async () => {
    const search = house.search();
    house.answers = [new TypeError('no network'), refused('banned'), FIRST];
    await expect(search.begin(TERMS)).rejects.toThrow(TypeError);
    await expect(search.begin(TERMS)).rejects.toThrow(RefusedError);
    await search.begin(TERMS);
    const [first, second, third] = house.asked.map(({ id }) => id);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('puts what one wants now in the place of one\u2019s own offer that stands', async () => {
    const search = house.search();
    house.answers = [refused('has_seek', { room: '01-old' }), FIRST];
    await search.begin(TERMS);
    expect(house.left).toEqual(['01-old']);
    expect(search.room).toBe('01-first');
    expect(ownSeek(refused('banned', { room: '01-old' }))).toBeNull();
  });

  it('ends as soon as somebody is there', async () => {
    const search = house.search();
    house.answers = [FIRST];
    await search.begin(TERMS);
    search.found('01-other');
    expect(search.room).toBe('01-first');
    search.found('01-first');
    expect(search.room).toBeNull();
    expect(search.knows('01-first')).toBe(true);
    expect(house.left).toEqual([]);
  });
});

describe('what is asked for once', () => {
  const ids: string[] = [];
  const failing = (error: Error) => (id: string) => {
    ids.push(id);
    return Promise.reject(error);
  };
  const answering = (id: string): Promise<string> => {
    ids.push(id);
    return Promise.resolve(id);
  };

  beforeEach(() => {
    ids.length = 0;
  });

  it('keeps its id until it is answered', async () => {
    const once = new Once();
    await expect(once.ask('a', failing(new TypeError('lost')))).rejects.toThrow();
    await expect(once.ask('a', failing(refused('unavailable')))).rejects.toThrow();
    await once.ask('a', answering);
    await once.ask('a', answering);
    const [first, second, third, fourth] = ids;
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('shares it between two clicks, and not with another wish', async () => {
    const once = new Once();
    await Promise.all([once.ask('a', answering), once.ask('a', answering)]);
    await once.ask('b', answering);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('begins anew after a refusal that decides', async () => {
    const once = new Once();
    await expect(once.ask('a', failing(refused('not_reachable')))).rejects.toThrow();
    await once.ask('a', answering);
    expect(ids[1]).not.toBe(ids[0]);
  });
});
