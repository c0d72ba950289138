// The sentence at the table of Battlehanse.

import { wait } from '../game/wait';
import { hanseGame } from '../i18n/hanse-game.svelte';
import type { Seat } from '../rules/state';
import type { HanseDesk } from './desk.svelte';

/** What is to be done, what is waited for, or which moment is shown. */
export function say(desk: HanseDesk, name: (seat: Seat) => string, isSlow: boolean): string {
  const { table, shown } = desk;
  const settled = atRest(desk);
  if (settled !== null) return settled;
  if (shown.seat === null) return hanseGame.t.dealing;
  const who = name(shown.seat);
  const isAtHand = table.isMyTurn || table.isCurtainDown;
  return isAtHand ? invite(desk, who) : wait(hanseGame.table, table, who, isSlow);
}

/** While nobody acts: an earlier moment is looked at, it is over, or between two rounds. */
function atRest({ table: { timeline }, viewer, shown, isLive, ply }: HanseDesk): string | null {
  const { t, table: words } = hanseGame;
  if (!isLive) return ply === 0 ? words.say.historyStart : words.say.history(shown.ply);
  if (timeline?.end) return `${words.title.over}. ${viewer === 'all' ? t.handsOpen : ''}`;
  return timeline?.pause ? t.roundOver(shown.round) : null;
}

/** To whoever is to act here, by name where two sit at the device; also that a round begins. */
function invite({ table, moment, shown }: HanseDesk, name: string): string {
  const { t } = hanseGame;
  const isFirst = moment?.turn === null;
  if (table.isHotseat) return isFirst ? t.begins(shown.round, name) : t.yoursAt(name);
  return isFirst ? t.youBegin(shown.round) : t.yours;
}
