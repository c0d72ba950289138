// The course of every game that this client can show.

import { HANSE } from '../hanse/course';
import { gameKey } from '../rules/games';
import type { AnyState, Course } from './course';
import { STONES } from './stones';

/** A game's course; null for a game that this client does not know. */
export function courseOf(game: string): Course<AnyState> | null {
  // A fold of events begins with the state of its own course, and never sees another's.
  if (game === 'hanse') return HANSE as Course<AnyState>;
  return gameKey(game) ? (STONES as Course<AnyState>) : null;
}
