import { describe, expect, it } from 'vitest';
import { byDay, dayName } from '../../src/lib/lobby/days';
import { restricted } from '../../src/lib/lobby/moderation';
import {
  found,
  rememberedOrdering,
  reordered,
  sorted,
  type Order,
  type Row,
} from '../../src/lib/lobby/order';
import { focused, slice, WHOLE } from '../../src/lib/lobby/rows';
import { partsOf } from '../../src/lib/lobby/text';
import type { AuditLine } from '../../src/lib/protocol/generated';
import { settings } from '../../src/lib/settings.svelte';
import { chatLine, NOON_MS } from './hall';

const ME = '00-me';

function row(name: string, elo: number | null = null, state: 'free' | 'playing' = 'free'): Row {
  const ratings = elo === null ? {} : { elo: { mills: elo } };
  return { name, person: { player: name === 'Ich' ? ME : `01-${name}`, name, state, ...ratings } };
}

describe('the order of people', () => {
  const rows = [
    row('Zoe', 1300),
    row('änne', 1300),
    row('Max', 1900, 'playing'),
    row('Bo'),
    row('Ich', 900, 'playing'),
    row('Ulf', 1500),
  ];
  const names = (order: Order): string[] =>
    sorted(rows, { me: ME, order, language: 'de' }).map(({ name }) => name);

  it('has oneself on top, then who is free by strength, who has none last', () => {
    expect(names('mills')).toEqual(['Ich', 'Ulf', 'änne', 'Zoe', 'Bo', 'Max']);
  });

  it('by strength in the game one asks for', () => {
    const trader: Row = {
      name: 'Uwe',
      person: { player: '01-uwe', name: '', elo: { hanse: 900 } },
    };
    const first = (order: Order): string =>
      sorted([...rows.slice(0, 2), trader], { me: ME, order, language: 'de' })[0].name;
    expect([first('mills'), first('hanse')]).toEqual(['änne', 'Uwe']);
  });

  it('stays as it was chosen on this device', () => {
    expect(rememberedOrdering()).toEqual({ order: 'mills', family: 'mills' });
    const byHanse = reordered(rememberedOrdering(), 'hanse');
    expect(reordered(byHanse, 'name')).toEqual({ order: 'name', family: 'hanse' });
    expect(rememberedOrdering()).toEqual({ order: 'name', family: 'hanse' });
    localStorage.setItem('spielcenter.people', '{"order":"chess","family":7}');
    expect(rememberedOrdering()).toEqual({ order: 'mills', family: 'mills' });
    localStorage.clear();
  });

  it('or by name, as one looks it up', () => {
    expect(names('name')).toEqual(['Ich', 'änne', 'Bo', 'Ulf', 'Zoe', 'Max']);
  });

  it('finds letters whatever their case and accents', () => {
    expect(found(rows, ' ANN ').map(({ name }) => name)).toEqual(['änne']);
    expect(found(rows, '')).toHaveLength(rows.length);
  });
});

describe('rows of a long list', () => {
  it('are made where one looks, and no others', () => {
    const sight = { heightPx: 440, rowPx: 44 };
    expect(slice(WHOLE, { ...sight, scrolled: 0 })).toEqual({ from: 0, to: WHOLE });
    expect(slice(1_000, { ...sight, scrolled: 0 })).toEqual({ from: 0, to: 18 });
    expect(slice(1_000, { ...sight, scrolled: 4_400 })).toEqual({ from: 92, to: 118 });
    // The list has become shorter than where one was.
    expect(slice(70, { ...sight, scrolled: 40_000 })).toEqual({ from: 69, to: 70 });
  });

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowUp', 0, 0],
    ['ArrowDown', -1, 0],
    ['PageDown', 0, 9],
    ['End', 3, 99],
    ['Home', 50, 0],
    ['a', 3, null],
  ])('%s from %i leads to %s', (key, from, to) => {
    expect(focused(key, from, { count: 100, page: 10 })).toBe(to);
  });
});

describe('a line of chat', () => {
  const origin = 'https://spiel.example';

  it('links to pages of our own house, and to nothing else', () => {
    const line = `Komm: ${origin}/room/02-k7mq! Nicht https://evil.example/room/02-k7mq`;
    expect(partsOf(line, origin)).toEqual([
      { text: 'Komm: ', path: null },
      { text: `${origin}/room/02-k7mq`, path: '/room/02-k7mq' },
      { text: '! Nicht https://evil.example/room/02-k7mq', path: null },
    ]);
  });

  it.each([
    '<b>x</b><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    `${origin}@evil.example/room/02-k7mq`,
    `https://user:secret@spiel.example/room/02-k7mq`,
    `${origin}/account`,
    `${origin}/room/02-k7mq?x=1`,
    `${origin}/room/02-k7mq/../../account`,
    `http://spiel.example/room/02-k7mq`,
    'https://[',
  ])('%s is text', (line) => {
    expect(partsOf(line, origin)).toEqual([{ text: line, path: null }]);
  });
});

describe('days', () => {
  const DAY_MS = 86_400_000;

  it('part the lines', () => {
    const lines = [chatLine(1, { at_ms: NOON_MS - DAY_MS }), chatLine(2), chatLine(3)];
    expect(byDay(lines).map((day) => day.lines.map(({ n }) => n))).toEqual([[1], [2, 3]]);
    expect(byDay([])).toEqual([]);
  });

  it('have names', () => {
    settings.set('language', 'de');
    const start = new Date(2026, 10, 30).getTime();
    expect(dayName(start, NOON_MS)).toBe('Heute');
    expect(dayName(start - DAY_MS, NOON_MS)).toBe('Gestern');
    expect(dayName(new Date(2026, 10, 27).getTime(), NOON_MS)).toContain('27. November 2026');
  });
});

describe('who is restricted', () => {
  const line = (event: object): AuditLine => ({ at_ms: 1, event }) as AuditLine;
  const deed = (type: string, player: string, until_ms = 100): AuditLine =>
    line({ type: `lobby.${type}`, player, by: ME, until_ms, kind: 'spam' });

  it('is told by the trail, of which the last deed counts', () => {
    const trail = [
      deed('person_unmuted', 'a'),
      deed('person_muted', 'b', 300),
      deed('person_banned', 'a'),
      deed('person_muted', 'b'),
      deed('person_muted', 'a'),
      deed('person_muted', 'over', 40),
    ];
    expect(restricted(trail, 50)).toEqual([
      { player: 'b', kind: 'mute', untilMs: 300 },
      { player: 'a', kind: 'ban', untilMs: 100 },
    ]);
  });
});
