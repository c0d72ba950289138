// Where a panel stands: beside what has opened it, whole within the window.

const GAP = 6;

export interface Box {
  left: number;
  top: number;
  bottom: number;
}

/** Below the opener where there is room, else above it, else at the window's edge. */
export function placeBeside(
  opener: Box,
  { offsetWidth, offsetHeight }: { offsetWidth: number; offsetHeight: number },
): { left: number; top: number } {
  const rightmost = innerWidth - offsetWidth - GAP;
  const lowest = innerHeight - offsetHeight - GAP;
  const below = opener.bottom + GAP;
  const above = opener.top - GAP - offsetHeight;
  const top = below <= lowest ? below : above >= GAP ? above : lowest;
  return {
    left: Math.max(GAP, Math.min(opener.left, rightmost)),
    top: Math.max(GAP, top),
  };
}
