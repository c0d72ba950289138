// Which of one's games are shown: as it stands in the page's address, and as the server is asked.

export const RESULTS = ['won', 'drawn', 'lost'] as const;
export const KINDS = ['friendly', 'rated', 'hotseat', 'practice'] as const;
export const FIELDS = ['game', 'opponent', 'result', 'kind', 'since', 'until'] as const;

export type Field = (typeof FIELDS)[number];

/** Empty where it does not matter. Days (2026-11-30) are this device's. */
export type Filter = Readonly<Record<Field, string>>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filter that an address means. */
export function filterOf(search: string): Filter {
  const asked = new URLSearchParams(search);
  const values = FIELDS.map((field) => [field, asked.get(field) ?? '']);
  return Object.fromEntries(values) as Record<Field, string>;
}

export function isFiltered(filter: Filter): boolean {
  return FIELDS.some((field) => filter[field] !== '');
}

/** The address of the page with that filter; the same filter always has the same one. */
export function addressOf(filter: Filter, path = '/games'): string {
  return withQuery(path, filter, null);
}

/** What the server is asked for that filter, and for the page after the given. */
export function questionOf(filter: Filter, before: string | null): string {
  const { since, until } = filter;
  return withQuery(
    '/api/my-games',
    { ...filter, since: startOf(since, 0), until: startOf(until, 1) },
    before,
  );
}

function withQuery(path: string, values: Filter, before: string | null): string {
  const query = new URLSearchParams();
  for (const field of FIELDS) if (values[field]) query.set(field, values[field]);
  if (before) query.set('before', before);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The instant at which a day here begins, so many days later; what is no day is left to be refused. */
function startOf(day: string, later: number): string {
  if (!DAY.test(day)) return day;
  const [year, month, date] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
}
