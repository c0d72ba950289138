// Figures as they are shown: sums, parts of a whole, how long and how long ago.

import type { Figures, Tally } from '../protocol/generated';
import type { MineWords } from '../i18n/mine.de';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

export function sizeOf({ won, drawn, lost }: Tally): number {
  return won + drawn + lost;
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const nothing: Tally = { won: 0, drawn: 0, lost: 0 };
  return tallies.reduce(
    (sum, { won, drawn, lost }) => ({
      won: sum.won + won,
      drawn: sum.drawn + drawn,
      lost: sum.lost + lost,
    }),
    nothing,
  );
}

/** Whole per cent of points won, a draw being half of one. */
export function successOf(tally: Tally): number {
  const games = sizeOf(tally);
  return games ? Math.round((100 * (tally.won + tally.drawn / 2)) / games) : 0;
}

/** Where the three parts of a bar of that width begin, and how wide they are. */
export function partsOf(tally: Tally, width: number): { x: number; width: number }[] {
  const games = Math.max(sizeOf(tally), 1);
  let x = 0;
  return [tally.won, tally.drawn, tally.lost].map((count) => {
    const part = { x, width: (width * count) / games };
    x += part.width;
    return part;
  });
}

/** A table's lines: each game with its two seats, or each opponent. */
export function isEmpty(figures: Figures): boolean {
  return sizeOf(figures.tally) === 0;
}

/** How long something took, in the two largest units that matter. */
export function durationText(ms: number, t: MineWords): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return t.seconds(Math.max(1, Math.round(ms / 1_000)));
  if (minutes < 60) return t.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? t.hours(hours, minutes % 60) : t.days(Math.round(hours / 24));
}

/** How long ago, in one unit. */
export function agoText(atMs: number, nowMs: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const passed = Math.max(0, nowMs - atMs);
  const [unit, size] = UNITS.find(([, each]) => passed >= each) ?? ['minute', MINUTE_MS];
  return format.format(-Math.floor(passed / size), unit);
}
