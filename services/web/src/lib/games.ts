// Every game that can be played here: those of stones, and Battlehanse; what a set-up asks of each.

import { HANSE_VARIANTS, resolveHanse, STANDSTILL } from './hanse/options';
import { GAME_KEYS, gameKey, GAMES, resolve } from './rules/games';
import { NO_OPTIONS, type GameKey, type Switchable } from './rules/law';

export type PlayKey = GameKey | 'hanse';

/** In the order in which they are shown. */
export const PLAY_KEYS: readonly PlayKey[] = [
  'mills',
  'hanse',
  ...GAME_KEYS.filter((key) => key !== 'mills'),
];

/** The game of that key, if it can be played here. */
export function playKey(key: string | undefined): PlayKey | null {
  return PLAY_KEYS.find((known) => known === key) ?? null;
}

/** What people switch on and off in a form, whatever the game. */
export type Toggle = Switchable | 'standstill_limit';
export type Toggles = Readonly<Record<Toggle, boolean>>;

const HANSE_TOGGLES: readonly Toggle[] = ['standstill_limit'];

/** The keys of a game's variants, the usual one first. */
export function variantsOf(game: PlayKey): readonly string[] {
  return Object.keys(game === 'hanse' ? HANSE_VARIANTS : GAMES[game].variants);
}

/** What can be switched on and off in a game. */
export function togglesOf(game: PlayKey): readonly Toggle[] {
  return game === 'hanse' ? HANSE_TOGGLES : GAMES[game].switches;
}

/** How everything stands that can be switched; a game without a switch says what is usual. */
export function togglesIn(
  game: PlayKey,
  variant: string,
  options: Record<string, unknown> = {},
): Toggles {
  const { flying, mill_protection } =
    game === 'hanse' ? NO_OPTIONS : resolve(game, variant, options);
  const limit = game === 'hanse' ? resolveHanse(variant, options).standstill_limit : STANDSTILL;
  return { flying, mill_protection, standstill_limit: limit !== null };
}

/** What the server calls an option that is switched so. */
export function optionOf(key: Toggle, isOn: boolean): boolean | number | null {
  if (key !== 'standstill_limit') return isOn;
  return isOn ? STANDSTILL : null;
}

/** Whether each of the two has cards that the other is not to see. */
export function hasHiddenHands(game: PlayKey): boolean {
  return game === 'hanse';
}

/** By what the two seats of a game are told apart: colours, marks, or who begins. */
export type Sides = 'white' | 'cross' | 'starter';

export function sidesOf(game: string): Sides {
  if (game === 'tictactoe') return 'cross';
  return gameKey(game) ? 'white' : 'starter';
}
