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
  if (table.isMyTurn || table.isCurtainDown) return invite(desk, who);
  return isFirst(desk) && table.seat !== null && !isBusy(desk)
    ? hanseGame.t.begins(shown.round, who)
    : wait(hanseGame.table, table, who, isSlow);
}

/** Whether there is more to say than whose turn it is. */
function isBusy({ table }: HanseDesk): boolean {
  return table.isCutOff || table.isUnderway || table.computer !== null;
}

/** Whether a round begins with the next turn. */
function isFirst({ moment }: HanseDesk): boolean {
  return moment?.turn === null;
}

/** While nobody acts: an earlier moment is looked at, it is over, or between two rounds. */
function atRest({ table: { timeline }, viewer, shown, isLive, ply }: HanseDesk): string | null {
  const { t, table: words } = hanseGame;
  if (!isLive) return ply === 0 ? words.say.historyStart : words.say.history(shown.ply);
  if (timeline?.end) return `${words.title.over}. ${viewer === 'all' ? t.handsOpen : ''}`;
  return timeline?.pause ? t.roundOver(shown.round) : null;
}

/** To whoever is to act here, by name where two sit at the device; also that a round begins. */
function invite(desk: HanseDesk, name: string): string {
  const { t } = hanseGame;
  const { table, shown } = desk;
  const { round } = shown;
  if (table.computer && table.timeline?.tookBack) return t.reshuffled;
  if (table.isHotseat) return isFirst(desk) ? t.begins(round, name) : t.yoursAt(name);
  return isFirst(desk) ? t.youBegin(round) : t.yours;
}
