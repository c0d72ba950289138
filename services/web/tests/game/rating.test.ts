import { describe, expect, it } from 'vitest';
import { changeIn, changeTold, isCounted } from '../../src/lib/game/rating';
import { fold } from '../../src/lib/game/fold';
import type { Timeline } from '../../src/lib/game/timeline';
import type { RatingPoint } from '../../src/lib/protocol/generated';
import { event, eventsOf, GAME, START_MS } from '../double';

const TURNS = ['a7', 'd6', 'd7', 'b2', 'b4', 'e3', 'g1', 'g4', 'a1', 'f4'];
const clock = { remaining_ms: [1, 1], running: null };

function over(turns: readonly string[], afterMs: number): Timeline {
  const end = event(turns.length + 2, 'game_ended', { winner: 0, reason: 'resigned', clock });
  const timeline = fold([...eventsOf(turns), { ...end, at_ms: START_MS + afterMs }]);
  if (!timeline) throw new Error('no game');
  return timeline;
}

describe('a rated game', () => {
  it.each([
    [9, 179_999, false],
    [10, 20_000, true],
    [9, 180_000, true],
  ])('of %i plies in %i ms counts: %s', (plies, ms, counts) => {
    expect(isCounted(over(TURNS.slice(0, plies), ms))).toBe(counts);
  });

  it('that runs has not counted yet', () => {
    const running = fold(eventsOf(TURNS));
    expect(running && isCounted(running)).toBe(false);
  });

  it('has changed what the server tells', () => {
    const told = { t: 'rated' as const, game: GAME, family: 'mills' as const };
    const points = { points_before: 20, points_after: 10, taler: -50 };
    expect(changeTold({ ...told, before: 1210, after: 1190, ...points })).toEqual({
      elo: [1210, 1190],
      points: [20, 10],
      pointsBy: -10,
      talerBy: -50,
    });
  });

  it.each([
    [1, 10, 30],
    [0.5, 0, 0],
    [0, -10, -30],
  ])('is found in the history with a score of %d', (score, pointsBy, talerBy) => {
    const point: RatingPoint = {
      game: GAME,
      at_ms: START_MS,
      opponent: '01-black',
      score,
      before: 1200,
      after: 1220,
    };
    const ratings = { player: '00-white', elo: {}, games: {}, points: 0 };
    const page = { ratings, history: { mills: [{ ...point, game: 'other' }, point] } };
    const found = { elo: [1200, 1220], points: null, pointsBy, talerBy };
    expect(changeIn(page, GAME, 30)).toEqual(found);
    expect(changeIn({ ratings, history: {} }, GAME, 30)).toBeNull();
  });
});
