// Terms of a game: the ones a form begins with, comparing, and what is worth saying about them.

import type { GameTerms, RoomTerms, TimeControl } from './protocol/generated';
import { resolve, VARIANTS, isVariant, type MillsOptions, type Variant } from './rules/options';
import type { Seat } from './rules/state';
import type { Words } from './i18n/de';

export const PRESETS: readonly (readonly [minutes: number, seconds: number])[] = [
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
];
export const MOST_MINUTES = 180;
export const MOST_SECONDS = 180;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

export type First = RoomTerms['first'];

/** What a form of terms holds. */
export interface Wish {
  variant: Variant;
  flying: boolean;
  protection: boolean;
  minutes: number | null;
  seconds: number;
  first: First;
}

export const USUAL: Wish = {
  variant: 'battlemills-9',
  flying: true,
  protection: true,
  minutes: 5,
  seconds: 3,
  first: 'random',
};

/** The terms that a form means: only what differs from the variant is named. */
export function termsOf(wish: Wish): RoomTerms {
  const usual = VARIANTS[wish.variant];
  const options: Record<string, unknown> = {};
  if (wish.flying !== usual.flying) options.flying = wish.flying;
  if (wish.protection !== usual.mill_protection) options.mill_protection = wish.protection;
  const game = { game: 'mills', variant: wish.variant, options, time: timeOf(wish) };
  return { game: { ...game, kind: 'friendly' }, first: wish.first };
}

/** The terms of another game like that one; who had white then has black now. */
export function againTerms(game: GameTerms, seat: Seat): RoomTerms {
  return { game, first: seat === 0 ? 'guest' : 'host' };
}

function timeOf({ minutes, seconds }: Wish): TimeControl {
  if (minutes === null) return { base_ms: null, increment_ms: 0 };
  return { base_ms: minutes * MINUTE_MS, increment_ms: seconds * SECOND_MS };
}

/** The form that means these terms. */
export function wishOf({ game, first }: RoomTerms): Wish {
  const options = resolve(game.variant, game.options);
  const { base_ms: base, increment_ms: increment } = game.time;
  return {
    variant: isVariant(game.variant) ? game.variant : 'yucata',
    flying: options.flying,
    protection: options.mill_protection,
    minutes: base === null ? null : base / MINUTE_MS,
    seconds: increment / SECOND_MS,
    first,
  };
}

/** Whether these numbers are a time control that the server accepts. */
export function isTime(minutes: number | null, seconds: number): boolean {
  if (minutes === null) return true;
  const isBase = Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES;
  return isBase && Number.isInteger(seconds) && seconds >= 0 && seconds <= MOST_SECONDS;
}

/** `5 + 3`, or that there is no clock. */
export function timeText(time: TimeControl, t: Words): string {
  if (time.base_ms === null) return t.terms.untimed;
  const minutes = Number((time.base_ms / MINUTE_MS).toFixed(2));
  return t.terms.timed(String(minutes), time.increment_ms / SECOND_MS);
}

/** The variant's name, for people. */
export function variantText({ variant }: GameTerms, t: Words): string {
  return isVariant(variant) ? t.terms.variants[variant] : variant;
}

/** One rule of a game in words; `isOn` null where it says no yes or no. */
export interface RuleLine {
  key: keyof MillsOptions;
  text: string;
  isOn: boolean;
  isChanged: boolean;
}

/** Every rule that can differ, with whether it holds and whether it is the variant's own. */
export function ruleLines({ variant, options: changed }: GameTerms, t: Words): RuleLine[] {
  const options = resolve(variant, changed);
  const usual = resolve(variant);
  const { terms } = t;
  const texts: [keyof MillsOptions, string | null][] = [
    ['flying', terms.flying],
    ['mill_protection', terms.protection],
    ['no_mill_limit', limited(options.no_mill_limit, terms.noMill)],
    ['no_capture_limit', limited(options.no_capture_limit, terms.noCapture)],
    ['repetition', limited(options.repetition, terms.repetition)],
    ['full_board_draw', options.board === 'twelve' ? terms.fullBoard : null],
  ];
  return texts.flatMap(([key, text]) =>
    text === null
      ? []
      : [{ key, text, isOn: options[key] !== false, isChanged: options[key] !== usual[key] }],
  );
}

function limited(limit: number | null, text: (limit: number) => string): string | null {
  return limit === null ? null : text(limit);
}
