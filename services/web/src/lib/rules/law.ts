// What one game adds to what all games of stones share.

import type { Board } from './board';
import type { Outcome, StonesState } from './state';

export type GameKey = 'mills' | 'three' | 'dara' | 'tictactoe';

/** Every option of every game; null or false where a game has no such rule. */
export interface Options {
  board: 'nine' | 'twelve' | null;
  flying: boolean;
  mill_protection: boolean;
  no_mill_limit: number | null;
  no_capture_limit: number | null;
  no_progress_limit: number | null;
  repetition: number | null;
  full_board_draw: boolean;
}

export const NO_OPTIONS: Options = {
  board: null,
  flying: false,
  mill_protection: false,
  no_mill_limit: null,
  no_capture_limit: null,
  no_progress_limit: null,
  repetition: null,
  full_board_draw: false,
};

/** Options that people switch on and off in a form. */
export type Switchable = 'flying' | 'mill_protection';

export interface Law {
  key: GameKey;
  /** What each variant settles, the usual one first. */
  variants: Readonly<Record<string, Options>>;
  /** The variant where none is named. */
  plain: string;
  switches: readonly Switchable[];
  /** Whether a filled row takes a stone. */
  takes: boolean;
  boardOf: (options: Options) => Board;
  /** Why a free point in reach is forbidden all the same; `own` holds the stone on `target`. */
  barred: ((state: StonesState, own: number, target: number) => string | null) | null;
  /** How a game ends but by a draw that is counted. */
  ended: (state: StonesState) => Outcome | null;
}
