// The games of stones as a course: everybody sees the whole board, and nothing is dealt.

import { gameKey, resolve } from '../rules/games';
import { play, start } from '../rules/play';
import type { StonesState } from '../rules/state';
import type { Course } from './course';
import type { Timeline } from './timeline';

export const STONES: Course<StonesState> = {
  rulesVersion: 1,
  hasSecrets: false,
  start: ({ game, variant, options }) => {
    const key = gameKey(game) ?? 'mills';
    return start(key, resolve(key, variant, options));
  },
  play,
  deal: (state) => state,
  foresee: play,
  toMove: ({ seat, outcome }) => (outcome === null ? seat : null),
  hasHints: () => true,
  isStriking: (turn) => turn.includes('x'),
};

/** Whether it is a game of stones. */
export function isStones(timeline: Timeline): timeline is Timeline<StonesState> {
  return gameKey(timeline.terms.game) !== null;
}
