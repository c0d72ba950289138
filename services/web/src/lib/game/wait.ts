// What is said while somebody else is to act.

import type { GameWords } from '../i18n/game.de';
import type { Table } from './table.svelte';

export function wait(t: GameWords, table: Table, who: string, isSlow: boolean): string {
  if (table.isCutOff) return table.isUnderway ? t.say.unsent : t.say.cut;
  if (table.isUnderway) return t.say.sending;
  if (table.computer) return think(t, table, who, isSlow);
  return table.seat === null ? t.say.watching(who) : t.say.wait(who);
}

/** The computers start with the house: the first answer may take a while. */
function think(t: GameWords, table: Table, who: string, isSlow: boolean): string {
  if (!isSlow) return t.say.thinking(who);
  const hasPlayed = table.moments.some(({ seat }) => seat !== null && seat !== table.seat);
  return hasPlayed ? t.say.stillThinking(who) : t.say.warmingUp;
}
