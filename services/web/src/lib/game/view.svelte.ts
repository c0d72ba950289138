// What a person sees of a table: which position, the turn in hand, and what is said about it.

import type { GameWords } from '../i18n/game.de';
import type { Settings } from '../settings.svelte';
import { play, threats } from '../rules/play';
import { isPlaced, mayFly, other, type Seat, type StonesState } from '../rules/state';
import { Composer } from './composer.svelte';
import { CLOSED, NOTHING, type Choices, type Draft } from './draft';
import { Looking } from './looking.svelte';
import type { Table } from './table.svelte';
import { wait } from './wait';

export class View extends Looking<StonesState> {
  readonly composer = new Composer();
  readonly #settings: Settings;

  constructor(table: Table<StonesState>, settings: Settings) {
    super(table);
    this.#settings = settings;
  }

  /** Whether points can be chosen now. */
  get isActive(): boolean {
    return this.isLive && this.table.isMyTurn && this.composer.proposed === null;
  }

  /** The position on the board, a turn that waits to be confirmed included. */
  get shown(): StonesState | null {
    const state = this.moment?.state ?? null;
    const { proposed } = this.composer;
    return state && this.isLive && proposed !== null ? play(state, proposed) : state;
  }

  get draft(): Draft {
    return this.isActive ? this.composer.draft : NOTHING;
  }

  get open(): Choices {
    return this.isActive && this.moment ? this.composer.open(this.moment.state) : CLOSED;
  }

  /** Points where the one who looks should expect a row. */
  get threats(): number {
    const { shown } = this;
    if (!this.#settings.warning || !shown || this.table.timeline?.end) return 0;
    const { seat, isHotseat } = this.table;
    return threats(shown, other(isHotseat ? shown.seat : (seat ?? shown.seat)));
  }

  touch(point: number): void {
    const { moment } = this;
    if (!this.isActive || !moment) return;
    this.table.refusal = null;
    const turn = this.composer.touch(moment.state, point);
    if (turn !== null && !this.#settings.confirm) this.#send(turn);
  }

  confirm(): void {
    const { proposed } = this.composer;
    if (proposed !== null) this.#send(proposed);
  }

  cancel(): void {
    if (this.moment && this.table.isMyTurn) this.composer.cancel(this.moment.state);
  }

  /** The turn in hand is gone with the position. */
  override settle(): void {
    this.composer.clear();
    super.settle();
  }

  #send(turn: string): void {
    this.composer.clear();
    this.table.play(turn);
  }
}

/** The sentence under the board. */
export function say(
  t: GameWords,
  view: View,
  name: (seat: Seat) => string,
  isSlow: boolean,
): string {
  const { moment, table } = view;
  if (!moment) return '';
  if (!view.isLive) return view.ply === 0 ? t.say.historyStart : t.say.history(view.ply);
  if (table.timeline?.end) return `${t.title.over}.`;
  if (table.isMyTurn) return invite(t, view, moment.state);
  return wait(t, table, name(moment.state.seat), isSlow);
}

function invite(t: GameWords, view: View, state: StonesState): string {
  const { draft, proposed } = view.composer;
  if (proposed !== null) return t.say.confirm;
  if (draft.target !== null) return t.say.take;
  if (!isPlaced(state)) return t.say.place;
  if (draft.source === null) return t.say.pick;
  return mayFly(state) ? t.say.fly : t.say.go;
}
