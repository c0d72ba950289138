// Whose side of the board is near: always the first one's, or by turns that of whoever is to move.

import type { Table } from '../game/table.svelte';
import { latest } from '../game/timeline';
import type { Seat } from '../rules/state';
import { keep, recall } from '../storage';

const KEY = 'spielcenter.hotseat.turning';
/** So long the turn is looked at before the board goes round. */
export const LOOK_MS = 700;

class Turning {
  isOn = $state(recall(KEY).isOn === true);

  set(isOn: boolean): void {
    this.isOn = isOn;
    keep(KEY, { isOn });
  }
}

/** Whether the board goes round on this device. */
export const turning = new Turning();

export class Turner {
  #toMove = $state<Seat>(0);
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
    this.#toMove = this.#seat ?? 0;
  }

  /** The side that is near. */
  get near(): Seat {
    if (!this.#table.isHotseat) return this.#table.seat ?? 0;
    return turning.isOn ? this.#toMove : 0;
  }

  /** Whether the board is seen from the other side. */
  get isTurned(): boolean {
    return this.#table.isHotseat && this.near === 1;
  }

  /** Notices who is to move; call it in an effect, and end it by the returned function. */
  follow(): () => void {
    const seat = this.#seat;
    const timer = setTimeout(() => {
      if (seat !== null) this.#toMove = seat;
    }, LOOK_MS);
    return () => {
      clearTimeout(timer);
    };
  }

  /** Null when nobody is to move any more: the board stays as it lies. */
  get #seat(): Seat | null {
    const { timeline } = this.#table;
    return timeline && !timeline.end ? latest(timeline).toMove : null;
  }
}
