// The own turn while it is put together: every decision can be taken back until it is sent.

import type { StonesState } from '../rules/state';
import { choices, NOTHING, stepBack, touch, type Choices, type Draft } from './draft';

interface Decided {
  draft: Draft;
  /** The finished turn, while it waits to be confirmed. */
  turn: string | null;
}

const START: Decided = { draft: NOTHING, turn: null };

export class Composer {
  #now = $state.raw<Decided>(START);
  #past = $state.raw<readonly Decided[]>([]);
  #future = $state.raw<readonly Decided[]>([]);
  /** Why the last point did nothing. */
  refusal = $state<string | null>(null);

  get draft(): Draft {
    return this.#now.draft;
  }

  /** The finished turn that waits to be confirmed. */
  get proposed(): string | null {
    return this.#now.turn;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** What can be chosen next. */
  open(state: StonesState): Choices {
    return choices(state, this.#now.draft);
  }

  /** A point is chosen; returns the turn if that finished it. */
  touch(state: StonesState, point: number): string | null {
    const { draft, turn, refusal } = touch(state, this.#now.draft, point);
    this.refusal = refusal;
    if (refusal === null) this.#decide({ draft, turn });
    return turn;
  }

  /** Escape: the last decision of the turn is dropped. */
  cancel(state: StonesState): void {
    this.refusal = null;
    if (this.#now.turn !== null) this.undo();
    else if (this.#now !== START) this.#decide({ draft: stepBack(state, this.draft), turn: null });
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [this.#now, ...this.#future];
    this.#past = this.#past.slice(0, -1);
    this.#now = before;
  }

  redo(): void {
    const [after, ...rest] = this.#future;
    if (!this.#future.length) return;
    this.#past = [...this.#past, this.#now];
    this.#future = rest;
    this.#now = after;
  }

  /** Forgets the turn: it was sent, or the position is another one. */
  clear(): void {
    this.#now = START;
    this.#past = [];
    this.#future = [];
    this.refusal = null;
  }

  #decide(decided: Decided): void {
    this.#past = [...this.#past, this.#now];
    this.#future = [];
    this.#now = decided;
  }
}
