import { describe, expect, it } from 'vitest';
import { inOrder, inPlace, type Line } from '../../src/lib/live/order';
import type { LiveGame } from '../../src/lib/protocol/generated';
import { BLACK, START_MS, terms, WHITE } from '../double';

function game(id: string, viewers = 0, startedAtMs = START_MS): LiveGame {
  const seats: LiveGame['seats'] = [WHITE, BLACK];
  return { game: id, terms: terms(), seats, started_at_ms: startedAtMs, plies: 0, viewers };
}

const ids = (lines: readonly Line[]): string[] =>
  lines.map(({ game: each, isOver }) => (isOver ? `(${each.game})` : each.game));

describe('the running games', () => {
  it('stand with the most watched first, then the newest', () => {
    const games = [game('old'), game('new', 0, START_MS + 1), game('watched', 2)];
    expect(ids(inOrder(games))).toEqual(['watched', 'new', 'old']);
  });

  it('keep their places while the list is held; what is over stays, what is new comes last', () => {
    const lines = inOrder([game('a', 3), game('b', 2), game('c', 1)]);
    const held = inPlace(lines, [game('c', 9), game('a', 3), game('d', 20)]);
    expect(ids(held)).toEqual(['a', '(b)', 'c', 'd']);
    expect(held[2].game.viewers).toBe(9);
    expect(ids(inPlace(held, [game('d', 1)]))).toEqual(['(a)', '(b)', '(c)', 'd']);
  });
});
