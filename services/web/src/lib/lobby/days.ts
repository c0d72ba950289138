// Lines by the day on which they were said, as this device counts days.

import type { ChatLine } from '../protocol/generated';
import { settings } from '../settings.svelte';

export interface Day {
  /** The day's first instant. */
  startMs: number;
  lines: readonly ChatLine[];
}

/** The lines in their order, day by day. */
export function byDay(lines: readonly ChatLine[]): readonly Day[] {
  const days: { startMs: number; lines: ChatLine[] }[] = [];
  for (const line of lines) {
    const startMs = startOf(line.at_ms);
    const last = days.at(-1);
    if (last?.startMs === startMs) last.lines.push(line);
    else days.push({ startMs, lines: [line] });
  }
  return days;
}

/** "Today" and "yesterday" in words, other days as dates. */
export function dayName(startMs: number, nowMs: number): string {
  const { language } = settings;
  const days = Math.round((startMs - startOf(nowMs)) / 86_400_000);
  if (days === 0 || days === -1) {
    const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  return new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(startMs);
}

/** Hours and minutes. */
export function clockTime(atMs: number): string {
  return new Intl.DateTimeFormat(settings.language, { timeStyle: 'short' }).format(atMs);
}

function startOf(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0);
}
