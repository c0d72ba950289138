import { describe, expect, it } from 'vitest';
import { evolve, fold } from '../../src/lib/game/fold';
import { isStones } from '../../src/lib/game/stones';
import { latest, type Timeline } from '../../src/lib/game/timeline';
import type { SeenEvent } from '../../src/lib/protocol/generated';
import { writePosition } from '../../src/lib/rules/position';
import type { StonesState } from '../../src/lib/rules/state';
import { event, eventsOf, terms, turnEvent } from '../double';

const clock = { remaining_ms: [1, 1], running: 0 };
const back = (version: number, to: number, plies: number, seat = 0): SeenEvent =>
  event(version, 'turns_taken_back', { seat, to, plies, clock });
const turnsOf = (timeline: Timeline | null): (string | null)[] =>
  timeline?.moments.slice(1).map(({ turn }) => turn) ?? [];
const boardOf = (timeline: Timeline | null): StonesState | null =>
  timeline && isStones(timeline) ? latest(timeline).state : null;

describe('turns taken back', () => {
  it('leave the table as it was after that version, under a new name', () => {
    const before = fold(eventsOf(['a7', 'd6']));
    const timeline = fold([...eventsOf(['a7', 'd6', 'd7', 'b2']), back(6, 3, 2)]);
    expect(turnsOf(timeline)).toEqual(['a7', 'd6']);
    expect(timeline).toMatchObject({ version: 6, position: 6, hasTakenBack: [true, false] });
    const [was, is] = [before, timeline].map(boardOf);
    expect(is && writePosition(is)).toBe(was && writePosition(was));
    expect(is).toMatchObject({ ply: 2, last: 'd6', seat: 0 });
  });

  it('may be all there were, and an offer before them dies', () => {
    const offered = event(3, 'draw_offered', { seat: 0 });
    const timeline = fold([...eventsOf(['a7']), offered, back(4, 1, 1)]);
    expect(turnsOf(timeline)).toEqual([]);
    expect(timeline?.offer).toBeNull();
  });

  it('an offer between the turns changes nothing', () => {
    const offered = event(3, 'draw_offered', { seat: 0 });
    const events = [...eventsOf(['a7']), offered, turnEvent(4, 1, 'd6'), turnEvent(5, 2, 'd7')];
    expect(turnsOf(fold([...events, back(6, 4, 1)]))).toEqual(['a7', 'd6']);
  });

  it('make room for others, and can be taken back again', () => {
    const events = [...eventsOf(['a7', 'd6']), back(4, 1, 2), turnEvent(5, 0, 'g1')];
    const timeline = fold(events);
    expect(turnsOf(timeline)).toEqual(['g1']);
    expect(turnsOf(evolve(timeline, back(6, 4, 1)))).toEqual([]);
  });
});

describe('the small games', () => {
  const small = (game: string): ReturnType<typeof terms> => ({ ...terms('little-table'), game });

  it.each([
    ['three', ['a1', 'b2', 'c3', 'a3', 'c1', 'b1', 'a1-a2', 'a3-b3'], 'line'],
    ['tictactoe', ['a3', 'b2', 'b3', 'a1', 'c3'], 'line'],
  ])('%s is folded to its end', (game, turns, reason) => {
    const timeline = fold(eventsOf(turns, small(game)));
    expect(boardOf(timeline)?.outcome?.reason).toBe(reason);
  });

  it('of an unknown game there is nothing to show', () => {
    expect(fold(eventsOf([], small('chess')))).toBeNull();
  });
});
