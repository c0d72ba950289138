// Arrow keys at the trading table: from card to card in a row, and from row to row.

const ROW = '[data-row]';
const STOP = '[data-stop]:not(:disabled)';

const stops = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(STOP)];

/** The stop of another row that lies nearest below or above. */
function nearestIn(row: Element, from: HTMLElement): HTMLElement | undefined {
  const middle = (element: HTMLElement): number => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  const at = middle(from);
  const far = (element: HTMLElement): number => Math.abs(middle(element) - at);
  const all = stops(row);
  return all.length ? all.reduce((best, next) => (far(next) < far(best) ? next : best)) : undefined;
}

function target(table: Element, from: HTMLElement, key: string): HTMLElement | undefined {
  const row = from.closest(ROW);
  if (!row) return undefined;
  const within = stops(row);
  const at = within.indexOf(from);
  if (key === 'ArrowLeft') return within.at(Math.max(0, at - 1));
  if (key === 'ArrowRight') return within.at(Math.min(within.length - 1, at + 1));
  if (key === 'Home') return within.at(0);
  if (key === 'End') return within.at(-1);
  const rows = [...table.querySelectorAll(ROW)].filter((one) => stops(one).length > 0);
  const next = rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1);
  return next in rows ? nearestIn(rows[next], from) : undefined;
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** Moves the focus; the page's own use of these keys rests while a card has it. */
export function rove(event: KeyboardEvent, table: Element): void {
  const from = event.target as HTMLElement;
  if (!KEYS.includes(event.key) || !from.matches('[data-stop]')) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  target(table, from, event.key)?.focus();
}
