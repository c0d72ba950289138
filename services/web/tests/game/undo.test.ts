import { describe, expect, it } from 'vitest';
import { fold } from '../../src/lib/game/fold';
import type { SeenEvent } from '../../src/lib/protocol/generated';
import { event, eventsOf, turnEvent } from '../double';

const clock = { remaining_ms: [1, 1], running: 0 };
const begun = eventsOf(['a7', 'd6']);
const asked = event(4, 'undo_asked', { seat: 0 });
const declined = event(5, 'undo_declined', { seat: 1, ask: 4 });
const back = event(5, 'turns_taken_back', { seat: 0, to: 1, plies: 2, clock });
const ended = event(5, 'game_ended', { winner: 1, reason: 'resigned', clock });
const after = (...events: SeenEvent[]): ReturnType<typeof fold> => fold([...begun, ...events]);

describe('a request to take a turn back', () => {
  it('stands under its own version, and belongs to the position it was made in', () => {
    expect(after(asked)).toMatchObject({
      ask: { version: 4, seat: 0 },
      askedAt: [3, 0],
      position: 3,
      askDeclined: null,
    });
  });

  it('is gone when declined, and is remembered until the next turn', () => {
    expect(after(asked, declined)).toMatchObject({ ask: null, askDeclined: { seat: 0 } });
    const later = after(asked, declined, turnEvent(6, 2, 'd7'));
    expect(later).toMatchObject({ askDeclined: null, askedAt: [3, 0], position: 6 });
  });

  it('that is agreed to leads back to the earlier table under a new name', () => {
    const timeline = after(asked, back);
    expect(timeline).toMatchObject({ ask: null, tookBack: { version: 5, seat: 0 }, position: 5 });
    expect(timeline?.moments).toHaveLength(1);
    expect(after(asked, back, turnEvent(6, 0, 'd7'))?.tookBack).toBeNull();
  });

  it.each([
    ['a turn', turnEvent(5, 2, 'd7')],
    ['the end', ended],
  ])('does not outlive %s', (_, event) => {
    expect(after(asked, event)).toMatchObject({ ask: null, askDeclined: null });
  });

  it('and a draw offer know nothing of each other', () => {
    const offered = event(5, 'draw_offered', { seat: 1 });
    expect(after(asked, offered)).toMatchObject({
      ask: { version: 4, seat: 0 },
      offer: { version: 5, seat: 1 },
    });
  });
});
