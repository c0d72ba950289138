// What a clock shows. Only the server drops a flag: at zero a clock stands and waits for it.

import type { ClockState } from './timeline';
import type { Seat } from '../rules/state';

const TENTHS_BELOW_MS = 20_000;
const LOW_BELOW_MS = 20_000;

/** What a side has left at an instant of the server's clock, never below zero. */
export function remaining(clock: ClockState, seat: Seat, serverNowMs: number): number {
  const left = clock.remaining_ms[seat];
  if (clock.running !== seat) return left;
  return Math.max(0, left - Math.max(0, serverNowMs - clock.sinceMs));
}

/** Whether so little is left that it should catch the eye. */
export function isLow(ms: number): boolean {
  return ms < LOW_BELOW_MS;
}

/** `4:59`, `1:02:03`, and tenths under twenty seconds: `0:07.3`. */
export function clockText(ms: number): string {
  const whole = Math.floor(Math.max(0, ms) / 1000);
  const seconds = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  if (hours) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
  const tenths = ms < TENTHS_BELOW_MS ? `.${Math.floor((Math.max(0, ms) % 1000) / 100)}` : '';
  return `${minutes}:${seconds}${tenths}`;
}
