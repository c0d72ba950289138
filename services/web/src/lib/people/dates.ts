// Days and times as people say them.

import { settings } from '../settings.svelte';

export function dayOf(atMs: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium' }).format(atMs);
}

export function timeOf(atMs: number): string {
  return new Intl.DateTimeFormat(settings.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(atMs);
}
