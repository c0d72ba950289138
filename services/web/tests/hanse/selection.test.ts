// Marked cards: what they do at once, or why nothing comes of them.

import { describe, expect, it } from 'vitest';
import { legalTurns } from '../../src/lib/hanse/legal';
import { Selection, type Proposal } from '../../src/lib/hanse/selection.svelte';
import type { Good, HanseView } from '../../src/lib/hanse/view';
import { cards, countsOf, viewOf } from './tables';
import { watched } from './watched.svelte';

const VIEW = viewOf({
  market: cards('gold gold fur horse horse'),
  hand: countsOf('gold cloth cloth cloth salt'),
  horses: 2,
});

interface Marks {
  market?: number[];
  hand?: [Good, number][];
  horses?: number;
}

function marked({ market = [], hand = [], horses = 0 }: Marks, view = VIEW): Selection {
  const selection = new Selection(() => view);
  for (const place of market) selection.toggleMarket(place);
  for (const [good, place] of hand) selection.toggleHand(good, place);
  for (let n = 0; n < horses; n++) selection.addHorse();
  return selection;
}

function proposed(marks: Marks, view = VIEW): Proposal {
  return marked(marks, view).proposal(view, 0);
}

const CLOTH: [Good, number][] = [
  ['cloth', 0],
  ['cloth', 1],
  ['cloth', 2],
];

describe('what marked cards do', () => {
  const turns: [string, Marks][] = [
    ['take fur', { market: [2] }],
    ['horses', { market: [3] }],
    ['swap gold*2>cloth+salt', { market: [0, 1], hand: [CLOTH[1], ['salt', 0]] }],
    ['swap gold+fur>horse*2', { market: [1, 2], horses: 2 }],
    ['swap gold*2+fur>cloth*2+horse', { market: [0, 1, 2], hand: CLOTH.slice(1), horses: 1 }],
    ['sell cloth*2', { hand: CLOTH.slice(0, 2) }],
    ['sell salt', { hand: [['salt', 0]] }],
  ];
  it.each(turns)('%s', (turn, marks) => {
    expect(proposed(marks)).toMatchObject({ turn, code: null, isEmpty: false });
  });

  it('is told in cards', () => {
    const trade = proposed({ market: [0, 1], hand: [CLOTH[0]], horses: 1 });
    expect(trade.gets).toEqual({ gold: 2 });
    expect(trade.gives).toEqual({ cloth: 1, horse: 1 });
    expect([trade.tokens, trade.unpaid, trade.tier]).toEqual([[], 0, null]);
    expect(proposed({ market: [4] }).gets).toEqual({ horse: 2 });
  });

  it('is nothing while no card is marked', () => {
    expect(proposed({})).toMatchObject({ turn: null, code: null, isEmpty: true });
  });

  it('is a sale with the tokens from the top, and the council token for so many', () => {
    const sale = proposed({ hand: CLOTH });
    expect([sale.tokens, sale.unpaid, sale.tier]).toEqual([[5, 3, 3], 0, 3]);
    expect(proposed({ hand: CLOTH.slice(1) }).tier).toBeNull();
  });

  it('is a sale for what is left of the piles', () => {
    const { table } = VIEW;
    if (!table) throw new Error('no table');
    const tokens = { ...table.tokens, cloth: [1] };
    const council = { ...table.council_count, 3: 0 };
    const late = { ...VIEW, table: { ...table, tokens, council_count: council } };
    const sale = proposed({ hand: CLOTH }, late);
    expect([sale.turn, sale.tokens, sale.unpaid]).toEqual(['sell cloth*3', [1], 2]);
    expect(sale.tier).toBeNull();
  });
});

describe('why nothing comes of marked cards', () => {
  const codes: [string, Marks][] = [
    ['nothing_given', { market: [0, 1] }],
    ['nothing_taken', { horses: 1 }],
    ['nothing_taken', { hand: [CLOTH[0]], horses: 1 }],
    ['sell_one_kind', { hand: [CLOTH[0], ['salt', 0]] }],
    ['horses_together', { market: [0, 3] }],
    ['horse_from_market', { market: [3], hand: [CLOTH[0]] }],
    ['horse_from_market', { market: [0, 3], horses: 1 }],
    ['swap_uneven', { market: [0, 1, 2], hand: CLOTH.slice(1) }],
    ['swap_uneven', { market: [0], hand: CLOTH.slice(1) }],
    ['swap_too_few', { market: [2], hand: [CLOTH[0]] }],
    ['same_kind_both_sides', { market: [0, 2], hand: [['gold', 0], CLOTH[0]] }],
    ['precious_alone', { hand: [['gold', 0]] }],
  ];
  it.each(codes)('%s', (code, marks) => {
    const proposal = proposed(marks);
    expect(proposal).toMatchObject({ turn: null, code, isEmpty: false });
    // What was marked is told all the same.
    expect(Object.keys({ ...proposal.gets, ...proposal.gives })).not.toEqual([]);
  });

  it('a full hand', () => {
    const hand = countsOf('cloth cloth cloth cloth cloth salt salt');
    const full = viewOf({ market: cards('gold gold fur fur horse'), hand, horses: 2 });
    expect(proposed({ market: [0] }, full).code).toBe('hand_full');
    expect(proposed({ market: [0, 1], horses: 2 }, full).code).toBe('hand_full');
    expect(proposed({ market: [4] }, full).turn).toBe('horses');
  });

  it('a turn of the other side, a pause, an end', () => {
    const take = marked({ market: [2] });
    expect(take.proposal(VIEW, 1).code).toBe('not_your_turn');
    expect(take.proposal({ ...VIEW, seat: null }, 0).code).toBe('between_rounds');
    const result = { winner: 0, reason: 'seals', details: null } as const;
    expect(take.proposal({ ...VIEW, seat: null, result }, 0).code).toBe('game_over');
  });

  it('still says what a sale would bring', () => {
    const sale = marked({ hand: CLOTH }).proposal({ ...VIEW, seat: 1 }, 0);
    expect([sale.code, sale.tokens, sale.tier]).toEqual(['not_your_turn', [5, 3, 3], 3]);
  });
});

describe('marking', () => {
  const marksOf = (selection: Selection, { table }: HanseView = VIEW): number[] =>
    [...(table?.market.keys() ?? [])].filter((place) => selection.hasMarket(place));

  it('one horse of the market marks all of them, and unmarks them again', () => {
    const selection = marked({ market: [2, 4] });
    expect(marksOf(selection)).toEqual([2, 3, 4]);
    selection.toggleMarket(3);
    expect(marksOf(selection)).toEqual([2]);
  });

  it('a card touched again is not marked any more', () => {
    const selection = marked({ market: [0, 1, 0], hand: [CLOTH[0], CLOTH[2], CLOTH[0]] });
    expect(marksOf(selection)).toEqual([1]);
    expect(CLOTH.map(([good, place]) => selection.hasHand(good, place))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('gives no more horses than there are, and no fewer than none', () => {
    const selection = marked({ horses: 5 });
    expect(selection.horses).toBe(2);
    for (let n = 0; n < 3; n++) selection.dropHorse();
    expect(selection.horses).toBe(0);
  });

  it('ends with clear', () => {
    const selection = marked({ market: [0, 3], hand: CLOTH, horses: 1 });
    selection.clear();
    expect(selection.proposal(VIEW, 0).isEmpty).toBe(true);
  });

  it('takes a turn as a hint in place of what was marked: every legal one', () => {
    const selection = marked({ market: [0, 3], hand: CLOTH, horses: 1 });
    const turns = legalTurns(VIEW, 0);
    expect(turns.length).toBeGreaterThan(20);
    for (const turn of turns) {
      selection.set(turn);
      expect(selection.proposal(VIEW, 0).turn).toBe(turn);
    }
  });

  it('is seen at once', () => {
    const selection = marked({});
    const acts = [
      () => {
        selection.toggleMarket(0);
      },
      () => {
        selection.toggleMarket(1);
      },
      () => {
        selection.toggleHand(...CLOTH[0]);
      },
      () => {
        selection.addHorse();
      },
      () => {
        selection.clear();
      },
    ];
    const turns = watched(() => selection.proposal(VIEW, 0).turn, acts);
    expect(turns).toEqual([null, 'take gold', null, null, 'swap gold*2>cloth+horse', null]);
  });
});
