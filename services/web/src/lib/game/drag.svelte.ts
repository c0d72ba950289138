// A stone under a finger or the mouse: lifted at its point, carried, set down at another.

import type { Place } from './geometry';

const DRAG_FROM = 12;

interface Held {
  point: number;
  from: Place;
  at: Place;
  isMoving: boolean;
}

export class Drag {
  #held = $state.raw<Held | null>(null);
  /** A drag that has ended must not count again as a click. */
  isPressDone = false;

  /** The point whose stone is being carried. */
  get lifted(): number | null {
    return this.#held?.isMoving ? this.#held.point : null;
  }

  /** Where the carried stone is. */
  get at(): Place | null {
    return this.#held?.isMoving ? this.#held.at : null;
  }

  press(point: number, from: Place): void {
    this.#held = { point, from, at: from, isMoving: false };
  }

  /** The pointer has moved; returns the point whose stone has been lifted just now. */
  move(at: Place): number | null {
    const held = this.#held;
    if (!held) return null;
    const isFar = Math.hypot(at.x - held.from.x, at.y - held.from.y) > DRAG_FROM;
    if (!held.isMoving && !isFar) return null;
    this.#held = { ...held, at, isMoving: true };
    return held.isMoving ? null : held.point;
  }

  /** The pointer is up; returns whether a stone was carried. A mere press is a click by itself. */
  release(): boolean {
    const wasMoving = this.lifted !== null;
    this.#held = null;
    if (!wasMoving) return false;
    this.isPressDone = true;
    setTimeout(() => {
      this.isPressDone = false;
    });
    return true;
  }

  drop(): void {
    this.#held = null;
  }
}
