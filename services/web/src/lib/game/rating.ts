// What a rated game has changed for one of its two players.

import { plies, type Timeline } from './timeline';
import type { Rated, RatingPoint, RatingsPage } from '../protocol/generated';

/** As ruled: who has played so much, or so long, is rated. */
const COUNTED_PLIES = 10;
const COUNTED_MS = 180_000;
const POINTS = 10;

export interface RatingChange {
  elo: readonly [before: number, after: number];
  /** Before and after, where that is known; how much in any case. */
  points: readonly [before: number, after: number] | null;
  pointsBy: number;
  talerBy: number;
}

/** Whether a finished game was long enough to be rated; pauses are no time of play. */
export function isCounted(timeline: Timeline): boolean {
  const { end, startedAtMs, pausedMs } = timeline;
  if (!end) return false;
  return plies(timeline) >= COUNTED_PLIES || end.atMs - startedAtMs - pausedMs >= COUNTED_MS;
}

/** What the server has told at the end of the game. */
export function changeTold({ before, after, ...rated }: Rated): RatingChange {
  const points: [number, number] = [rated.points_before, rated.points_after];
  return { elo: [before, after], points, pointsBy: points[1] - points[0], talerBy: rated.taler };
}

/** The same, later, out of somebody's history; null if the game is not in it. */
export function changeIn(page: RatingsPage, game: string, stakeTaler: number): RatingChange | null {
  const all: RatingPoint[] = Object.values(page.history).flat();
  const found = all.find((point) => point.game === game);
  if (!found) return null;
  const sign = Math.sign(found.score - 0.5);
  return {
    elo: [found.before, found.after],
    points: null,
    pointsBy: sign * POINTS,
    talerBy: sign * stakeTaler,
  };
}
