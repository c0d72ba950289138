import { describe, expect, it } from 'vitest';
import { recordOf } from '../../src/lib/game/record';
import { fold } from '../../src/lib/game/timeline';
import { de } from '../../src/lib/i18n/de';
import { gameDe } from '../../src/lib/i18n/game.de';
import { event, eventsOf } from '../double';

describe('a game as text', () => {
  it('names players, terms, turns and the end', () => {
    const clock = { remaining_ms: [1, 1], running: null };
    const end = event(7, 'game_ended', { winner: 0, reason: 'resigned', clock });
    const timeline = fold([...eventsOf(['a7', 'd6', 'd7', 'b2', 'g7xd6']), end]);
    expect(timeline && recordOf(timeline, de, gameDe)).toBe(
      [
        'Spielcenter, 2025-11-30',
        'Weiß: Flinker Dachs',
        'Schwarz: Stille Rohrdommel',
        'Battlemills, 9 Steine, 5 + 3',
        '',
        '  1. a7        d6',
        '  2. d7        b2',
        '  3. g7xd6',
        '',
        'Flinker Dachs gewinnt. Stille Rohrdommel hat aufgegeben.',
        '',
      ].join('\n'),
    );
  });
});
