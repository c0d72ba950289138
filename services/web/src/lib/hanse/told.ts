// Cards and turns of Battlehanse in words.

import { HANSE_CATALOGUES } from '../i18n/hanse.svelte';
import type { Language } from '../settings.svelte';
import type { Counts } from './goods';
import { grouped } from './info';
import { readTurn } from './notation';

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
