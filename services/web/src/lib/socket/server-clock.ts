// The server's clock as seen from here: an offset, learned from the instants in its pings.

const REMEMBERED = 8;

/** Milliseconds from a clock that never jumps. */
export type Monotonic = () => number;

/** Keeps the best of the last few readings. */
export class ServerClock {
  #readings: number[] = [];
  readonly #now: Monotonic;

  constructor(now: Monotonic) {
    this.#now = now;
  }

  /** A message that the server stamped has just arrived. */
  learn(serverMs: number): void {
    // What was under way longer makes the server look further back: the largest is the best.
    this.#readings = [...this.#readings, serverMs - this.#now()].slice(-REMEMBERED);
  }

  /** After a break in the connection, or of this device's clock, old readings mean nothing. */
  forget(): void {
    this.#readings = [];
  }

  /** The server's instant now, in milliseconds since 1970. */
  now(): number {
    if (!this.#readings.length) return Date.now();
    return this.#now() + Math.max(...this.#readings);
  }
}
