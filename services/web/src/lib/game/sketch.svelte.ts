// Arrows and marks that a person draws on the board for themselves; nobody else sees them.

import { readTurn } from '../rules/notation';
import type { StonesState } from '../rules/state';

export type Ink = 'green' | 'red' | 'blue' | 'yellow';

/** An arrow, or a mark where it begins and ends at the same point. */
export interface Drawing {
  from: number;
  to: number;
  ink: Ink;
}

interface Keys {
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
}

/** Shift draws in red, Alt in blue, Ctrl in yellow. */
export function inkOf({ shiftKey, altKey, ctrlKey }: Keys): Ink {
  if (shiftKey) return 'red';
  if (altKey) return 'blue';
  return ctrlKey ? 'yellow' : 'green';
}

export class Sketch {
  drawings = $state.raw<readonly Drawing[]>([]);
  #from: number | null = null;

  /** The right button goes down at a point. */
  begin(point: number): void {
    this.#from = point;
  }

  /** It comes up at a point: the same drawing again takes it away, in another ink recolours it. */
  finish(to: number | null, ink: Ink): void {
    const from = this.#from;
    this.#from = null;
    if (from === null || to === null) return;
    const isSame = (drawn: Drawing): boolean => drawn.from === from && drawn.to === to;
    const before = this.drawings.find(isSame);
    const others = this.drawings.filter((drawn) => !isSame(drawn));
    this.drawings = before?.ink === ink ? others : [...others, { from, to, ink }];
  }

  clear(): void {
    this.#from = null;
    if (this.drawings.length) this.drawings = [];
  }
}

/** A turn as arrows and marks, in that position. */
export function drawnTurn({ board }: StonesState, turn: string | null): Drawing[] {
  const step = turn === null ? null : readTurn(board, turn);
  if (!step) return [];
  const { source, target, taken } = step;
  const way: Drawing = { from: source ?? target, to: target, ink: 'blue' };
  return taken === null ? [way] : [way, { from: taken, to: taken, ink: 'red' }];
}
