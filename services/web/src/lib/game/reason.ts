// Why a game has ended, in one sentence.

import type { GameWords } from '../i18n/game.de';
import type { HotseatWords } from '../i18n/hotseat.de';
import { other } from '../rules/state';
import type { End } from './timeline';

export interface Reader {
  t: GameWords;
  hotseat: HotseatWords;
  /** Whether one of the two reads it. */
  isOurs: boolean;
}

/** What two at one device read who have stopped, or never came back; null after any other end. */
export function stoppedText({ winner, reason }: End, { result }: HotseatWords): string | null {
  if (winner !== null) return null;
  const { left, brake } = result;
  return ({ left, brake } as Record<string, string>)[reason] ?? null;
}

/** Why it has ended. */
export function reasonText(
  end: End,
  names: readonly [string, string],
  { t, hotseat, isOurs }: Reader,
): string {
  const stopped = stoppedText(end, hotseat);
  if (stopped !== null) return stopped;
  const { winner, reason } = end;
  if (reason === 'agreement' && !isOurs) return t.result.agreedOfTwo;
  const text = t.endings[reason as keyof typeof t.endings] as
    ((loser: string, winner: string) => string) | undefined;
  const [loser, victor] = winner === null ? ['', ''] : [names[other(winner)], names[winner]];
  return text?.(loser, victor) ?? reason;
}

/** Ends that the board itself shows to whoever looks: they are left to be seen. */
const SEEN = new Set(['stones', 'blocked', 'line', 'full_board']);

/** What stands at the board while the final position is looked at, before the result comes. */
export function overText(end: End, names: readonly [string, string], reader: Reader): string {
  const { t } = reader;
  const { matchMedia }: Partial<Window> = window;
  const isTouch = matchMedia?.('(pointer: coarse)').matches === true;
  const how = t.say.showResult[isTouch ? 'touch' : 'click'];
  const said = SEEN.has(end.reason) ? t.say.ended : t.say.over(reasonText(end, names, reader));
  return `${said} ${how}`;
}
