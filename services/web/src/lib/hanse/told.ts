// Cards and turns of Battlehanse in words.

import { HANSE_CATALOGUES } from '../i18n/hanse.svelte';
import { other } from '../rules/state';
import type { Language } from '../settings.svelte';
import type { Counts } from './goods';
import { grouped } from './info';
import { readTurn } from './notation';
import type { Sheet } from './view';

/** "2 Gold", "Tuch + 1 Packpferd". */
export function cardsTold(cards: Counts, language: Language): string {
  const { amount } = HANSE_CATALOGUES[language];
  return grouped(cards)
    .map(({ kind, count }) => amount(kind, count))
    .join(' + ');
}

/** What somebody has played: "Berta nimmt 2 Gold und gibt Tuch + 1 Packpferd". */
export function turnTold(text: string, name: string, language: Language): string {
  const { played } = HANSE_CATALOGUES[language];
  const turn = readTurn(text);
  switch (turn.kind) {
    case 'take':
      return played.take(name, cardsTold({ [turn.good]: 1 }, language));
    case 'horses':
      return played.horses(name);
    case 'swap':
      return played.swap(name, cardsTold(turn.taken, language), cardsTold(turn.given, language));
    case 'sell':
      return played.sell(name, cardsTold({ [turn.good]: turn.count }, language));
  }
}

/** Who gets the seal: "Berta gewinnt mit 66 zu 62 das Ratssiegel." */
export function sealTold(
  { winner, scores }: Sheet,
  names: readonly [string, string],
  language: Language,
): string {
  const { round } = HANSE_CATALOGUES[language];
  if (winner === null) return round.nobody(scores[0]);
  if (scores[0] === scores[1]) return round.wonTied(names[winner], scores[0]);
  return round.won(names[winner], scores[winner], scores[other(winner)]);
}
