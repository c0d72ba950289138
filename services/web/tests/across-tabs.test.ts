import { afterEach, describe, expect, it, vi } from 'vitest';
import { onceInBrowser } from '../src/lib/across-tabs';

/** The locks of one browser, as far as they are asked for here. */
class Locks {
  readonly #held = new Set<string>();

  async request(
    name: string,
    _options: LockOptions,
    work: (lock: Lock | null) => Promise<void>,
  ): Promise<void> {
    await Promise.resolve();
    if (this.#held.has(name)) return work(null);
    this.#held.add(name);
    await work({ name, mode: 'exclusive' });
    this.#held.delete(name);
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what one tab does for all of a browser', () => {
  it('is done once for one thing, and again for another or later', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { locks: new Locks() });
    const work = vi.fn();
    for (const name of ['one', 'one', 'one', 'other']) void onceInBrowser(name, work);
    await vi.advanceTimersByTimeAsync(100);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5_000);
    void onceInBrowser('one', work);
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['knows no locks', {}],
    ['forbids them', { locks: { request: () => Promise.reject(new Error('forbidden')) } }],
  ])('is done by each where the browser %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const work = vi.fn();
    await Promise.all([onceInBrowser('one', work), onceInBrowser('one', work)]);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
