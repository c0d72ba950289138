// Terms of a game: the ones a form begins with, comparing, and what is worth saying about them.

import type {
  GameSummary,
  GameTerms,
  LiveGame,
  RoomTerms,
  TimeControl,
} from './protocol/generated';
import {
  optionOf,
  playKey,
  sidesOf,
  togglesIn,
  togglesOf,
  variantsOf,
  type PlayKey,
  type Toggle,
} from './games';
import { resolveHanse } from './hanse/options';
import { GAMES, resolve } from './rules/games';
import type { GameKey, Options } from './rules/law';
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

/** What can be played for, in Taler. */
export const STAKES: readonly number[] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
/** Games that are rated; the small ones are not. */
const RATED: readonly PlayKey[] = ['mills', 'hanse'];

export type First = RoomTerms['first'];

/** Which game, by which rules. */
export interface GameWish extends Record<Toggle, boolean> {
  game: PlayKey;
  variant: string;
}

/** What a form of terms holds. */
export interface Wish extends GameWish {
  minutes: number | null;
  seconds: number;
  first: First;
  kind: 'friendly' | 'rated';
  /** Taler that each gives; for rated games. */
  stake: number;
}

/** Whether a game can be played for Elo, points and Taler. */
export function isRatable(game: PlayKey): boolean {
  return RATED.includes(game);
}

/** A game as it is usually played, or one of its variants as it is written down. */
export function usualOf(game: PlayKey, variant = variantsOf(game)[0]): GameWish {
  return { game, variant, ...togglesIn(game, variant) };
}

/** The form that somebody begins with who wants that game. */
export function usualWish(game: PlayKey): Wish {
  const time = { minutes: 5, seconds: 3 };
  return { ...usualOf(game), ...time, first: 'random', kind: 'friendly', stake: 0 };
}

/** The terms that a form means: only what differs from the variant is named. */
export function termsOf(wish: Wish): RoomTerms {
  const game = gameTerms(wish, timeOf(wish));
  const { first, stake } = wish;
  if (wish.kind === 'friendly' || !isRatable(wish.game)) return { game, first };
  return { game: { ...game, kind: 'rated', stake_taler: stake }, first };
}

/** The same terms, but for who begins. */
export function swapped(terms: RoomTerms): RoomTerms {
  if (terms.first === 'random') return terms;
  return { ...terms, first: terms.first === 'host' ? 'guest' : 'host' };
}

export function gameTerms(wish: GameWish, time: TimeControl): GameTerms {
  const { game, variant } = wish;
  const usual = togglesIn(game, variant);
  const changed = togglesOf(game).filter((key) => wish[key] !== usual[key]);
  const options = Object.fromEntries(changed.map((key) => [key, optionOf(key, wish[key])]));
  return { game, variant, options, time, kind: 'friendly', stake_taler: 0 };
}

/** The terms of another game like that one; who began then does not now. */
export function againTerms(game: GameTerms, seat: Seat): RoomTerms {
  return { game, first: seat === 0 ? 'guest' : 'host' };
}

/** Whether nobody but its players may look at such a game: it needs no link, and nobody waits. */
export function isUnseen({ kind }: GameTerms): boolean {
  return kind === 'practice' || kind === 'hotseat';
}

/** Whether such a game keeps its players from beginning another one with a clock. */
export function isClockedOnline(terms: GameTerms): boolean {
  return !isUnseen(terms) && terms.time.base_ms !== null;
}

/** What of a stored wish makes sense as the rules of that game. */
export function rulesIn(
  stored: Record<string, unknown>,
  game: PlayKey,
): Pick<GameWish, 'variant' | Toggle> {
  const usual = usualOf(game);
  const switched = (key: Toggle): boolean => {
    const value = stored[key];
    return typeof value === 'boolean' ? value : usual[key];
  };
  return {
    variant: variantsOf(game).find((one) => one === stored.variant) ?? usual.variant,
    flying: switched('flying'),
    mill_protection: switched('mill_protection'),
    standstill_limit: switched('standstill_limit'),
  };
}

/** The time control that a form means. */
export function timeOf({ minutes, seconds }: Pick<Wish, 'minutes' | 'seconds'>): TimeControl {
  if (minutes === null) return { base_ms: null, increment_ms: 0 };
  return { base_ms: minutes * MINUTE_MS, increment_ms: seconds * SECOND_MS };
}

/** The form that means these terms. */
export function wishOf({ game: terms, first }: RoomTerms): Wish {
  const game = playKey(terms.game) ?? 'mills';
  const { base_ms: base, increment_ms: increment } = terms.time;
  return {
    ...usualOf(game, terms.variant),
    ...togglesIn(game, terms.variant, terms.options),
    minutes: base === null ? null : base / MINUTE_MS,
    seconds: increment / SECOND_MS,
    first,
    kind: terms.kind === 'rated' ? 'rated' : 'friendly',
    stake: terms.stake_taler,
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

/** The game's name, for people. */
export function gameText({ game }: GameTerms, t: Words): string {
  const key = playKey(game);
  return key ? t.gameNames[key] : game;
}

/** The variant's name beside the game's, where it has several; for people. */
export function variantName({ game, variant }: GameTerms, t: Words): string | null {
  const key = playKey(game);
  if (!key || variantsOf(key).length < 2) return null;
  const names: Record<string, string> = t.terms.variants;
  return names[variant] ?? variant;
}

/** What is played in a word or two: the game, and its variant where that is not the usual one. */
export function variantText(terms: GameTerms, t: Words): string {
  const key = playKey(terms.game);
  const game = gameText(terms, t);
  const variant = variantName(terms, t);
  if (key === null || variant === null) return game;
  // Mühle's variants are called by names of their own.
  if (key === 'mills') return variant;
  return terms.variant === variantsOf(key)[0] ? game : `${game}: ${variant}`;
}

/** One rule of a game in words; `isOn` null where it says no yes or no. */
export interface RuleLine {
  key: string;
  text: string;
  isOn: boolean;
  isChanged: boolean;
}

/** Every rule that can differ, with whether it holds and whether it is the variant's own. */
export function ruleLines(
  { game: name, variant, options: changed }: GameTerms,
  t: Words,
): RuleLine[] {
  const game = playKey(name);
  if (!game) return [];
  return game === 'hanse'
    ? hanseLines(variant, changed, t)
    : stonesLines(game, { variant, changed }, t);
}

function hanseLines(variant: string, changed: Record<string, unknown>, t: Words): RuleLine[] {
  const options = resolveHanse(variant, changed);
  const usual = resolveHanse(variant);
  const { seals, standstill_limit: limit } = options;
  const isOther = (key: keyof typeof options): boolean => options[key] !== usual[key];
  const standstill = limit === null ? t.terms.standstill : t.terms.standstillAfter(limit);
  return [
    { key: 'seals', text: t.terms.seals(seals), isOn: true, isChanged: isOther('seals') },
    {
      key: 'standstill_limit',
      text: standstill,
      isOn: limit !== null,
      isChanged: isOther('standstill_limit'),
    },
  ];
}

function stonesLines(
  game: GameKey,
  { variant, changed }: { variant: string; changed: Record<string, unknown> },
  t: Words,
): RuleLine[] {
  const options = resolve(game, variant, changed);
  const usual = resolve(game, variant);
  const { terms } = t;
  const texts: [keyof Options, string | null][] = [
    ...GAMES[game].switches.map((key): [keyof Options, string] => [key, terms.switches[key]]),
    ['no_mill_limit', limited(options.no_mill_limit, terms.noMill)],
    ['no_capture_limit', limited(options.no_capture_limit, terms.noCapture)],
    ['no_progress_limit', limited(options.no_progress_limit, terms.noProgress)],
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

/** How far a game is, or how long it was. */
export function lengthText({ terms, plies }: GameSummary | LiveGame, t: Words): string {
  return sidesOf(terms.game) === 'starter' ? t.games.turns(plies) : t.games.plies(plies);
}

/** What is played, and with which clock; against a computer there is none to speak of. */
export function termsText(terms: GameTerms, t: Words): string {
  const game = variantText(terms, t);
  return terms.kind === 'practice' ? game : `${game} · ${timeText(terms.time, t)}`;
}
