// The position text of the rules: `W:a1,d7 B:g7 H:7,8 T:white`.

import { POINTS, indices } from './board';
import type { MillsState, Pair, Seat } from './state';

/** What a position text says. */
export interface Placed {
  stones: Pair;
  hands: Pair;
  seat: Seat;
}

/** The canonical text of a state's position. */
export function writePosition({ stones, hands, seat }: Placed | MillsState): string {
  const [white, black] = stones.map((bits) =>
    indices(bits)
      .map((point) => POINTS[point])
      .join(','),
  );
  return `W:${white} B:${black} H:${hands.join(',')} T:${seat === 0 ? 'white' : 'black'}`;
}

/** Reads a position text that the rules wrote; throws for anything else. */
export function readPosition(text: string): Placed {
  const parts = new Map(text.split(' ').map((part) => [part.slice(0, 2), part.slice(2)]));
  const hands = (parts.get('H:') ?? '').split(',').map(Number);
  if (parts.size !== 4 || hands.length !== 2) throw new Error(`no position: ${text}`);
  return {
    stones: [bits(parts.get('W:') ?? ''), bits(parts.get('B:') ?? '')],
    hands: [hands[0], hands[1]],
    seat: parts.get('T:') === 'black' ? 1 : 0,
  };
}

function bits(names: string): number {
  const listed = names ? names.split(',') : [];
  return listed.reduce((found, name) => found | (1 << POINTS.indexOf(name)), 0);
}
