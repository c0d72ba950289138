import { describe, expect, it } from 'vitest';
import { overText } from '../../src/lib/game/reason';
import { gameDe } from '../../src/lib/i18n/game.de';
import { hotseatDe } from '../../src/lib/i18n/hotseat.de';

const NAMES = ['Änne', 'Bo'] as const;
const CLICK = 'Ein Klick aufs Brett zeigt das Ergebnis.';

function said(reason: string, winner: 0 | 1 | null, isOurs = true): string {
  const reader = { t: gameDe, hotseat: hotseatDe, isOurs };
  return overText({ winner, reason, atMs: 0 }, NAMES, reader);
}

describe('what stands at the board before the result', () => {
  it.each(['stones', 'blocked', 'line'])('leaves %s to be seen on the board', (reason) => {
    expect(said(reason, 1)).toBe(`Partie beendet. ${CLICK}`);
  });

  it.each([
    ['resigned', 1, 'Änne hat aufgegeben.'],
    ['time', 0, 'Die Bedenkzeit von Bo ist abgelaufen.'],
    ['agreement', null, 'Ihr habt euch auf Remis geeinigt.'],
    ['repetition', null, 'Dieselbe Stellung stand zu oft auf dem Brett.'],
  ] as const)('says what the board does not show: %s', (reason, winner, text) => {
    expect(said(reason, winner)).toBe(`Partie beendet: ${text} ${CLICK}`);
  });

  it('speaks to spectators about the two', () => {
    expect(said('agreement', null, false)).not.toContain('Ihr habt');
  });
});
