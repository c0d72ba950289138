// What somebody sees of a match: which moment, through whose eyes, and the cards in hand.

import { Looking } from '../game/looking.svelte';
import type { Table } from '../game/table.svelte';
import type { Moment } from '../game/timeline';
import { other, type Seat } from '../rules/state';
import { replayed } from './replay';
import { Selection } from './selection.svelte';
import type { HanseView, Sheet, Viewer } from './view';

export class HanseDesk extends Looking<HanseView> {
  readonly selection: Selection;
  /** Whether a spectator, or who looks back, sits on the other side. */
  isFlipped = $state(false);
  /** After the end: both hands at every moment. */
  readonly #open = $derived.by(() => {
    const { timeline, events } = this.table;
    return timeline?.end ? replayed(events) : null;
  });

  constructor(table: Table<HanseView>) {
    super(table);
    this.selection = new Selection(() => this.shown);
  }

  override get moments(): readonly Moment<HanseView>[] {
    return this.#open?.moments ?? this.table.moments;
  }

  /** The table that is looked at. */
  get shown(): HanseView {
    const view = this.moment?.state;
    if (!view) throw new Error('no game has come yet');
    return view;
  }

  /** The same, at the end with nobody to act any more: also where it did not end by the rules. */
  get laid(): HanseView {
    const { shown } = this;
    const end = this.isLive ? this.table.timeline?.end : null;
    if (!end || shown.result) return shown;
    const { winner, reason } = end;
    return { ...shown, seat: null, result: { winner, reason, details: null } };
  }

  get viewer(): Viewer {
    return this.#open ? 'all' : (this.table.timeline?.viewer ?? 'spectator');
  }

  /** Who sits in front. */
  get near(): Seat {
    const seat = this.#seat;
    return this.isFlipped && this.mayFlip ? other(seat) : seat;
  }

  /** Whose place it is; at one device that of whoever may look, or is to. */
  get #seat(): Seat {
    const { table, viewer } = this;
    if (!table.isHotseat) return table.seat ?? 0;
    if (viewer === 0 || viewer === 1) return viewer;
    return (table.isCurtainDown ? this.moment?.toMove : null) ?? 0;
  }

  /** Whoever plays keeps their hand in front. */
  get mayFlip(): boolean {
    return this.table.seat === null || Boolean(this.table.timeline?.end);
  }

  /** Whether cards can be chosen now. */
  get isActive(): boolean {
    return this.isLive && this.table.isMyTurn;
  }

  /** The round that is over with this moment, how it was scored, and which one it was. */
  get scored(): { sheet: Sheet; number: number } | null {
    const { seat, rounds } = this.shown;
    const sheet = rounds.at(-1);
    return seat === null && sheet ? { sheet, number: rounds.length } : null;
  }

  /** The cards in hand are gone with the table that they were chosen from. */
  override settle(): void {
    this.selection.clear();
    super.settle();
  }
}
