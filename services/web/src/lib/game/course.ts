// What the fold of a game's events has to know of the game itself.

import type { HanseView, Viewer } from '../hanse/view';
import type { Strength } from '../players';
import type { GameTerms } from '../protocol/generated';
import type { Seat, StonesState } from '../rules/state';

/** A position, or a table as somebody sees it. */
export type AnyState = StonesState | HanseView;

export interface Course<S> {
  /** The rules that this client knows. */
  readonly rulesVersion: number;
  /** Whether not everybody sees the same. */
  readonly hasSecrets: boolean;
  /** The table before the first turn or deal. */
  start(terms: GameTerms): S;
  /** After a turn, for a viewer who has been shown that much of it. */
  play(state: S, turn: string, viewer: Viewer, shown: unknown): S;
  /** After a deal, for a viewer who has been shown that much of it. */
  deal(state: S, viewer: Viewer, shown: unknown): S;
  /** After a turn that the server has not seen yet; null where chance has a say in it. */
  foresee(state: S, turn: string): S | null;
  /** Who is to act; null when nobody is. */
  toMove(state: S): Seat | null;
  /** Whether the strong computer gives hints in a game against that one. */
  hasHints(against: Strength): boolean;
  /** Whether a turn is worth another sound. */
  isStriking(turn: string): boolean;
}
