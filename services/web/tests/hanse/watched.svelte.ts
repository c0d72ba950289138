// What a page would show again and again.

import { flushSync } from 'svelte';

/** The values that were read, each time something in them changed by one of these acts. */
export function watched<T>(read: () => T, acts: (() => void)[]): T[] {
  const seen: T[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(read());
    });
  });
  flushSync();
  for (const act of acts) {
    act();
    flushSync();
  }
  stop();
  return seen;
}
