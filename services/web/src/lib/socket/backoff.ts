// How long to wait before trying again: longer each time, never the same for everybody.

const FIRST_MS = 300;
const LONGEST_MS = 8_000;

/** The wait before the given attempt (0, 1, 2 …); `random` is from 0 to 1. */
export function backoff(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}
