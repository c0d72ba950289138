// Which moment of a game is looked at: the newest one, as it comes, or an earlier one.

import type { AnyState } from './course';
import type { Table } from './table.svelte';
import type { Moment } from './timeline';

export class Looking<S = AnyState> {
  readonly table: Table<S>;
  /** The moment that is shown; null follows the game. */
  #ply = $state<number | null>(null);

  constructor(table: Table<S>) {
    this.table = table;
  }

  /** All moments that can be looked at. */
  get moments(): readonly Moment<S>[] {
    return this.table.moments;
  }

  get lastPly(): number {
    return Math.max(0, this.moments.length - 1);
  }

  get ply(): number {
    return Math.min(this.#ply ?? this.lastPly, this.lastPly);
  }

  get isLive(): boolean {
    return this.ply === this.lastPly;
  }

  get moment(): Moment<S> | null {
    return this.moments[this.ply] ?? null;
  }

  /** Shows that moment; the last one follows the game. */
  goTo(ply: number): void {
    const wanted = Math.max(0, ply);
    this.#ply = wanted >= this.lastPly ? null : wanted;
  }

  step(by: number): void {
    this.goTo(this.ply + by);
  }

  goLive(): void {
    this.#ply = null;
  }

  /** The position is another one: what lay beyond the end is gone. */
  settle(): void {
    this.goTo(this.ply);
  }
}
