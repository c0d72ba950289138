import { describe, expect, it } from 'vitest';
import { choices, NOTHING, touch, type Draft } from '../../src/lib/game/draft';
import { indices } from '../../src/lib/rules/board';
import { GAMES, resolve } from '../../src/lib/rules/games';
import type { GameKey } from '../../src/lib/rules/law';
import { BOARDS, POINTS } from '../../src/lib/rules/mills';
import { begin, start, threats } from '../../src/lib/rules/play';
import { readPosition } from '../../src/lib/rules/position';
import type { StonesState } from '../../src/lib/rules/state';

function at(position: string, variant = 'battlemills-9'): StonesState {
  return begin('mills', resolve('mills', variant), readPosition(BOARDS.nine, position));
}

const point = (name: string): number => POINTS.indexOf(name);
const names = (bits: number): string[] => indices(bits).map((index) => POINTS[index]);
const picked = (name: string): Draft => ({ source: point(name), target: null });

describe('a turn in the making', () => {
  const moving = at('W:a7,d6,g7,f2 B:b2,b4,c5,e3 H:0,0 T:white');

  it('places from the hand with one touch', () => {
    const begun = start('mills', resolve('mills', 'yucata'));
    expect(touch(begun, NOTHING, point('d7')).turn).toBe('d7');
    expect(names(choices(begun, NOTHING).targets)).toHaveLength(24);
  });

  it('needs a stone, then a target', () => {
    const first = touch(moving, NOTHING, point('a7'));
    expect(first).toMatchObject({ turn: null, draft: picked('a7') });
    expect(names(choices(moving, first.draft).targets)).toEqual(['a4', 'd7']);
    expect(touch(moving, first.draft, point('a4')).turn).toBe('a7-a4');
  });

  it('drops the choice when the stone is chosen again, and changes it for another stone', () => {
    expect(touch(moving, picked('a7'), point('a7')).draft).toEqual(NOTHING);
    expect(touch(moving, picked('a7'), point('g7')).draft).toEqual(picked('g7'));
  });

  it('is complete only with the capture', () => {
    const closing = touch(moving, picked('d6'), point('d7'));
    expect(closing).toMatchObject({ turn: null, draft: { target: point('d7') } });
    const open = choices(moving, closing.draft);
    expect(names(open.row)).toEqual(['a7', 'd7', 'g7']);
    expect(names(open.takeable)).toEqual(['b2', 'b4', 'c5', 'e3']);
    expect(touch(moving, closing.draft, point('a1'))).toMatchObject({
      turn: null,
      refusal: 'capture_missing',
    });
    expect(touch(moving, closing.draft, point('b2')).turn).toBe('d6-d7xb2');
  });

  it('does not take a protected stone', () => {
    const state = at('W:a7,d7 B:b2,d2,f2,g1 H:5,5 T:white');
    const closing = touch(state, NOTHING, point('g7'));
    expect(names(choices(state, closing.draft).takeable)).toEqual(['g1']);
    expect(touch(state, closing.draft, point('d2')).refusal).toBe('protected_stone');
  });

  it('closes a mill without a capture when there is nothing to take', () => {
    const state = at('W:a7,d7 B: H:7,8 T:white');
    expect(touch(state, NOTHING, point('g7')).turn).toBe('g7');
  });

  it.each([
    ['b2', 'not_your_stone'],
    ['a4', null],
  ])('says why %s does nothing', (name, refusal) => {
    expect(touch(moving, NOTHING, point(name)).refusal).toBe(refusal);
  });

  it('says that a stone does not get there', () => {
    expect(touch(moving, picked('a7'), point('g1')).refusal).toBe('not_adjacent');
  });
});

describe('a turn of a small game', () => {
  const inGame = (game: GameKey, position: string): StonesState => {
    const law = GAMES[game];
    const options = law.variants[law.plain];
    return begin(game, options, readPosition(law.boardOf(options), position));
  };
  const on = (state: StonesState, name: string): number => state.board.points.indexOf(name);

  it('takes any stone for a row of three in Dara, and is complete only then', () => {
    const state = inGame('dara', 'W:a5,b5,c4,e1 B:a2,b2,c2 H:0,0 T:white');
    const source = on(state, 'c4');
    const closing = touch(state, { source, target: null }, on(state, 'c5'));
    expect(closing).toMatchObject({ turn: null, draft: { source, target: on(state, 'c5') } });
    expect(touch(state, closing.draft, on(state, 'b2')).turn).toBe('c4-c5xb2');
  });

  it.each([
    ['W:a1,b1 B:f5 H:10,11 T:white', null, 'c1', 'row_while_placing'],
    ['W:a1,b1,c1,d2 B:a5,c5,e5 H:0,0 T:white', 'd2', 'd1', 'row_too_long'],
    ['W:a1,b1,c1,d2 B:a5,c5,e5 H:0,0 T:white', 'd2', 'f2', 'not_adjacent'],
  ])('says why Dara forbids it: %s %s', (position, from, to, code) => {
    const state = inGame('dara', position);
    const source = from === null ? null : on(state, from);
    expect(touch(state, { source, target: null }, on(state, to)).refusal).toBe(code);
  });

  it('of tic-tac-toe is one touch, with or without a line', () => {
    const state = inGame('tictactoe', 'W:a1,b1 B:a3,b3 T:white');
    expect(touch(state, NOTHING, on(state, 'c1')).turn).toBe('c1');
    expect(touch(state, NOTHING, on(state, 'a3')).refusal).toBe('point_occupied');
  });

  it('of Three Men\u2019s Morris takes nothing', () => {
    const state = inGame('three', 'W:a1,b1,c2 B:a2,b3,c3 H:0,0 T:white');
    expect(touch(state, { source: on(state, 'c2'), target: null }, on(state, 'c1')).turn).toBe(
      'c2-c1',
    );
  });
});

describe('the warning', () => {
  it('shows where the other side could close a mill with its next turn', () => {
    const placing = at('W:a1 B:a7,d7 H:8,7 T:white');
    expect(names(threats(placing, 1))).toEqual(['g7']);
    const moving = at('W:a7,d6,g7,f2 B:b2,b4,c5,e3 H:0,0 T:black');
    expect(names(threats(moving, 0))).toEqual(['d7']);
  });
});
