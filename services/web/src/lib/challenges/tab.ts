// What this tab remembers over a reload, and no other tab knows.

export function recallHere<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function keepHere(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // There is no room, or no permission: after a reload it is forgotten.
  }
}
