// The position text of the rules: `W:a1,d7 B:g7 H:7,8 T:white`, without H where there are no hands.

import { bitsOf, indices, type Board } from './board';
import type { Placed } from './play';
import type { StonesState } from './state';

/** The canonical text of a state's position. */
export function writePosition({ board, stones, hands, seat }: StonesState): string {
  const [white, black] = stones.map((bits) =>
    indices(bits)
      .map((point) => board.points[point])
      .join(','),
  );
  const held = board.hasHands ? `H:${hands.join(',')} ` : '';
  return `W:${white} B:${black} ${held}T:${seat === 0 ? 'white' : 'black'}`;
}

/** Reads a position text that the rules wrote; throws for anything else. */
export function readPosition({ points, hasHands }: Board, text: string): Placed {
  const parts = new Map(text.split(' ').map((part) => [part.slice(0, 2), part.slice(2)]));
  const [white, black] = hasHands ? (parts.get('H:') ?? '').split(',').map(Number) : [0, 0];
  if (parts.size !== (hasHands ? 4 : 3) || black === undefined) {
    throw new Error(`no position: ${text}`);
  }
  const stones = (names: string | undefined): number =>
    bitsOf(names ? names.split(',').map((name) => points.indexOf(name)) : []);
  return {
    stones: [stones(parts.get('W:')), stones(parts.get('B:'))],
    hands: [white, black],
    seat: parts.get('T:') === 'black' ? 1 : 0,
  };
}
