// Battlehanse as a course: every viewer's table goes on by what that viewer was shown.

import type { Course } from '../game/course';
import type { Timeline } from '../game/timeline';
import { followDeal, followTurn, RULES_VERSION, setup } from './follow';
import { resolveHanse } from './options';
import type { DealShown, TurnShown } from './shown';
import type { HanseView } from './view';

export const HANSE: Course<HanseView> = {
  rulesVersion: RULES_VERSION,
  hasSecrets: true,
  start: ({ variant, options }) => setup(resolveHanse(variant, options)),
  play: (view, turn, viewer, shown) => followTurn(view, viewer, turn, shown as TurnShown | null),
  deal: (view, viewer, shown) => followDeal(view, viewer, shown as DealShown),
  // What fills up the market, and a council token's value, only the server knows.
  foresee: () => null,
  toMove: ({ seat }) => seat,
  hasHints: (against) => against !== 'strong',
  isStriking: (turn) => turn.startsWith('sell'),
};

/** Whether it is a match of Battlehanse. */
export function isHanse(timeline: Timeline): timeline is Timeline<HanseView> {
  return timeline.terms.game === 'hanse';
}
