import { describe, expect, it } from 'vitest';
import { inkOf, Sketch } from '../../src/lib/game/sketch.svelte';

const PLAIN = { shiftKey: false, altKey: false, ctrlKey: false };

function drawn(...strokes: [from: number, to: number | null, ink: 'green' | 'red'][]): Sketch {
  const sketch = new Sketch();
  for (const [from, to, ink] of strokes) {
    sketch.begin(from);
    sketch.finish(to, ink);
  }
  return sketch;
}

describe('drawing on the board', () => {
  it('draws arrows, and marks where nothing was dragged', () => {
    const { drawings } = drawn([3, 5, 'green'], [7, 7, 'red']);
    expect(drawings).toEqual([
      { from: 3, to: 5, ink: 'green' },
      { from: 7, to: 7, ink: 'red' },
    ]);
  });

  it('takes the same drawing away, and changes the ink of one', () => {
    expect(drawn([3, 5, 'green'], [3, 5, 'green']).drawings).toEqual([]);
    expect(drawn([3, 5, 'green'], [3, 5, 'red']).drawings).toEqual([
      { from: 3, to: 5, ink: 'red' },
    ]);
  });

  it('draws nothing beside the points', () => {
    expect(drawn([3, null, 'green']).drawings).toEqual([]);
  });

  it.each([
    [PLAIN, 'green'],
    [{ ...PLAIN, shiftKey: true }, 'red'],
    [{ ...PLAIN, altKey: true }, 'blue'],
    [{ ...PLAIN, ctrlKey: true }, 'yellow'],
  ])('%j is %s', (keys, ink) => {
    expect(inkOf(keys)).toBe(ink);
  });
});
