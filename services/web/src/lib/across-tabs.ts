// What one tab of a browser does for all of them, because all hear of the same thing.

/** Longer than the slowest tab lies behind the first. */
const KEPT_MS = 2_000;

/** Does it, unless another tab does it already; where tabs know nothing of each other, each does. */
export async function onceInBrowser(name: string, work: () => void): Promise<void> {
  const { locks }: { locks?: LockManager } = navigator;
  let isDone = false;
  const first = async (lock: Lock | null): Promise<void> => {
    isDone = true;
    if (!lock) return;
    work();
    await new Promise((resolve) => setTimeout(resolve, KEPT_MS));
  };
  try {
    await locks?.request(name, { ifAvailable: true }, first);
  } catch {
    // Locks may be forbidden here: then this tab does not know of others.
  }
  if (!isDone) work();
}
