// What the two seats of a game are called.

import { tableWords } from './i18n/table-words.svelte';
import { words } from './i18n/words.svelte';
import { gameKey } from './rules/games';

/** What each seat of a game is called: its colour, its mark, or whether it begins. */
export function seatWords(game: string): readonly string[] {
  const stones = gameKey(game);
  return stones ? tableWords.table(stones).colour : words.t.terms.starter.seats;
}

/** What each seat is called as if it were a person who has no name. */
export function seatNames(game: string): readonly string[] {
  const stones = gameKey(game);
  return stones ? tableWords.table(stones).colour : words.t.terms.starter.names;
}
