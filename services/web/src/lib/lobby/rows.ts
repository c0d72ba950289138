// Which rows of a long list are made, and where the arrow keys lead in it.

/** So many rows beyond the edge are made, too. */
const SPARE = 8;
/** A list no longer than this is made whole. */
export const WHOLE = 60;

interface Sight {
  scrolled: number;
  heightPx: number;
  rowPx: number;
}

/** The rows from `from` up to, without, `to`. */
export function slice(
  count: number,
  { scrolled, heightPx, rowPx }: Sight,
): { from: number; to: number } {
  if (count <= WHOLE) return { from: 0, to: count };
  const first = Math.floor(scrolled / rowPx) - SPARE;
  const last = Math.ceil((scrolled + heightPx) / rowPx) + SPARE;
  const from = Math.max(0, Math.min(first, count - 1));
  return { from, to: Math.min(count, Math.max(last, from + 1)) };
}

/** The row that a key leads to; null where it leads nowhere. */
export function focused(
  key: string,
  from: number,
  { count, page }: { count: number; page: number },
): number | null {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: Math.max(1, page - 1),
    PageUp: -Math.max(1, page - 1),
    Home: -count,
    End: count,
  };
  if (!(key in steps) || !count) return null;
  return Math.max(0, Math.min(from + steps[key], count - 1));
}
