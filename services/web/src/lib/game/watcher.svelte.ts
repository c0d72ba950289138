// What happens around a table as time goes by: clocks, absence, sounds, the result's appearance.

import type { Connection } from '../socket/connection.svelte';
import { tick } from '../sound';
import { isUnseen } from '../terms';
import { remaining } from './clock';
import type { Table } from './table.svelte';
import { latest } from './timeline';
import type { Seat } from '../rules/state';

const TICK_MS = 100;
const RESULT_AFTER_MS = 10_000;
const BRAKE_SHOWN_BELOW_MS = 120_000;
const SLOW_AFTER_MS = 5_000;

export class Watcher {
  /** The server's instant, as of the last tick. */
  now = $state(0);
  isResultShown = $state(false);
  /** Whether the result is no secret any more: the final position has stood, or was asked about. */
  isResultTold = $state(false);
  readonly #resultAfterMs: number;
  readonly #table: Table;
  readonly #connection: Connection;
  #resultTimer: ReturnType<typeof setTimeout> | undefined;
  #wasRunning = false;
  #pliesHeard = -1;
  /** The last question of the other side that was heard. */
  #asked = 0;

  /** The final position stands that long before the result lies over it. */
  constructor(table: Table, connection: Connection, resultAfterMs = RESULT_AFTER_MS) {
    this.#resultAfterMs = resultAfterMs;
    this.#table = table;
    this.#connection = connection;
    this.now = connection.clock.now();
  }

  /** Runs until the returned function is called; for an effect. */
  run(): () => void {
    const timer = setInterval(() => {
      this.now = this.#connection.clock.now();
    }, TICK_MS);
    this.#follow();
    return () => {
      clearInterval(timer);
      clearTimeout(this.#resultTimer);
    };
  }

  /** Milliseconds a side has left; null without a clock. */
  leftMs(seat: Seat): number | null {
    const { timeline } = this.#table;
    if (!timeline || timeline.terms.time.base_ms === null) return null;
    return remaining(timeline.clock, seat, this.now);
  }

  /** Milliseconds until the emergency brake, once they are few. */
  brakeMs(seat: Seat): number | null {
    const { timeline } = this.#table;
    if (!timeline || timeline.terms.time.base_ms !== null || timeline.end) return null;
    if (isUnseen(timeline.terms) || timeline.clock.running !== seat) return null;
    const left = remaining(timeline.clock, seat, this.now);
    return left < BRAKE_SHOWN_BELOW_MS ? left : null;
  }

  /** Whether the computer, which is to act, is taking its time. */
  get isSlow(): boolean {
    const { timeline, computer, seat } = this.#table;
    if (!timeline || computer === null || timeline.end) return false;
    const { toMove, atMs } = latest(timeline);
    return toMove !== null && toMove !== seat && this.now - atMs > SLOW_AFTER_MS;
  }

  /** Seconds a side has had no connection; null while it has one. */
  awaySeconds(seat: Seat): number | null {
    const since = this.#table.presence?.away_since_ms[seat] ?? null;
    if (since === null || this.#table.presence?.connected[seat]) return null;
    return Math.max(0, this.now - since) / 1000;
  }

  /** A click on the board of a finished game shows the result at once. */
  showResult(): void {
    if (!this.#table.timeline?.end) return;
    clearTimeout(this.#resultTimer);
    this.isResultShown = true;
    this.isResultTold = true;
  }

  hideResult(): void {
    clearTimeout(this.#resultTimer);
    this.isResultShown = false;
  }

  /** Whether somebody who looks elsewhere is to play, and nobody who sits beside them has. */
  get #isCalled(): boolean {
    return document.hidden && this.#table.isMyTurn && !this.#table.isHotseat;
  }

  /** A turn has come, or cards have been dealt. */
  #sound(): void {
    const { game, moments, timeline } = this.#table;
    const turn = moments.at(-1)?.turn;
    const about = `${game} ${moments.length} ${turn ?? ''}`;
    if (this.#isCalled) tick('yours', about);
    else if (turn) tick(timeline?.course.isStriking(turn) ? 'strike' : 'turn', about);
  }

  /** Notices new turns and the end; call it in an effect. */
  #follow(): void {
    $effect(() => {
      const plies = this.#table.moments.length;
      if (this.#pliesHeard >= 0 && plies > this.#pliesHeard) this.#sound();
      this.#pliesHeard = plies;
    });
    $effect(() => {
      const { timeline, seat } = this.#table;
      if (!timeline || seat === null) return;
      const asked = [timeline.offer, timeline.ask].find((one) => one && one.seat !== seat);
      if (!asked || asked.version === this.#asked) return;
      this.#asked = asked.version;
      tick('asked', `${this.#table.game} ${asked.version}`);
    });
    $effect(() => {
      const { timeline } = this.#table;
      if (!timeline) return;
      const isOver = timeline.end !== null;
      if (isOver && this.#wasRunning) {
        this.#resultTimer = setTimeout(() => {
          this.showResult();
        }, this.#resultAfterMs);
      } else if (isOver) {
        // Who opens a finished game has not been waiting for its end.
        this.isResultTold = true;
      }
      this.#wasRunning = !isOver;
    });
  }
}
