// The drawn boards: as many points and lines as the games have, all inside the picture.

import { describe, expect, it } from 'vitest';
import { boardOf, placeOf } from '../../src/lib/guides/boards';
import { linesOf, type StonesGame } from '../../src/lib/guides/stones';

const BOARDS: [StonesGame, string, { points: number; strokes: number; lines: number }][] = [
  ['mills', 'battlemills-9', { points: 24, strokes: 16, lines: 16 }],
  ['mills', 'battlemills-12', { points: 24, strokes: 20, lines: 20 }],
  ['three', '', { points: 9, strokes: 8, lines: 8 }],
  // Seven upright lines and six level ones; rows of three: four in each row, three in each column.
  ['dara', '', { points: 30, strokes: 13, lines: 38 }],
  ['tictactoe', '', { points: 9, strokes: 4, lines: 8 }],
];

describe.each(BOARDS)('the board of %s %s', (game, variant, { points, strokes, lines }) => {
  const board = boardOf(game, variant);

  it('has its points and lines', () => {
    expect(board.points).toHaveLength(points);
    expect(board.strokes).toHaveLength(strokes);
    expect(linesOf(game, variant)).toHaveLength(lines);
  });

  it('keeps all of them inside, and a1 at the bottom left', () => {
    const places = board.points.map((point) => placeOf(point, board.rows.length));
    for (const { x, y } of [...places, ...board.strokes.flatMap(({ from, to }) => [from, to])]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(board.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(board.height);
    }
    const first = placeOf('a1', board.rows.length);
    expect(first.x).toBe(Math.min(...places.map(({ x }) => x)));
    expect(first.y).toBe(Math.max(...places.map(({ y }) => y)));
  });
});
