// What this device keeps between visits. A browser that stores nothing forgets it with the page;
// nothing else depends on it.

/** The object kept under that key; empty where there is none, or something else. */
export function recall(key: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Keeps an object under that key. */
export function keep(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // See above: there is no room, or no permission.
  }
}
