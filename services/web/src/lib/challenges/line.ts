// Terms of a game in one line, as one of the two reads them.

import type { ChallengeWords } from '../i18n/challenges.de';
import type { Words } from '../i18n/de';
import type { TogetherWords } from '../i18n/together.de';
import type { RoomTerms } from '../protocol/generated';
import { sidesOf } from '../games';
import { ruleLines, timeText, variantText } from '../terms';

export interface Catalogues {
  pages: Words;
  together: TogetherWords;
  challenges: ChallengeWords;
}

/** Who reads it: who offers, whoever would take it, or the one it is for. */
export type Reader = 'host' | 'guest';

/** The parts of the line, so that they can be set apart from each other. */
export function partsOf({ game, first }: RoomTerms, reader: Reader, words: Catalogues): string[] {
  const { line } = words.challenges;
  const begins = line.first[sidesOf(game.game)];
  const isRated = game.kind === 'rated';
  return [
    variantText(game, words.pages),
    timeText(game.time, words.pages),
    isRated ? words.together.rated.short(game.stake_taler) : line.friendly,
    first === 'random' ? begins.random : first === reader ? begins.you : begins.they,
    // The server writes all options out, so that they are named says nothing.
    ...(ruleLines(game, words.pages).some(({ isChanged }) => isChanged) ? [line.changedRules] : []),
  ];
}

/** How long it still stands, as `0:42`. */
export function leftText(untilMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.round((untilMs - nowMs) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
