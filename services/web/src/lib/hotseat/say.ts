// What is said to whoever of the two at one device is to move.

import type { View } from '../game/view.svelte';
import type { HotseatWords } from '../i18n/hotseat.de';
import { isPlaced, mayFly, type StonesState } from '../rules/state';

/** What to do now, by name; null where it is what everybody is told in that moment. */
export function invitation(
  t: HotseatWords,
  view: View,
  names: readonly [string, string],
): string | null {
  const { moment, table } = view;
  if (!moment || !view.isActive || !table.isHotseat) return null;
  const text = next(t, view, moment.state);
  return text && t.say.of(names[moment.state.seat], text);
}

function next(t: HotseatWords, { draft }: View, state: StonesState): string | null {
  if (draft.target !== null) return null;
  if (!isPlaced(state)) return t.say.place[state.law.key];
  if (draft.source === null) return t.say.pick;
  return mayFly(state) ? t.say.fly : null;
}
