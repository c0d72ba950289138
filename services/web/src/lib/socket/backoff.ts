// How long to wait before trying again: longer each time, never the same for everybody.

const FIRST_MS = 250;
const LONGEST_MS = 4_000;
const GROWTH = 1.6;

/** The wait before the given attempt (0, 1, 2 …); `random` is from 0 to 1. */
export function backoff(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}
