// An example of Battlehanse in words: the turn, what it earns, what is allowed, how the round ended.

import type { Counts } from '../hanse/goods';
import { grouped } from '../hanse/info';
import type { Language } from '../settings.svelte';
import type { Note } from './describe';
import type { HanseExample } from './example';
import { councilFor, earned, readTrade, type HanseTable } from './hanse-table';
import { GUIDE_CATALOGUES, joined } from './words.svelte';

/** All sentences about an example, in order. */
export function hanseNotes(example: HanseExample, language: Language): Note[] {
  const { turn } = GUIDE_CATALOGUES[language];
  const { turns, expect, table } = example;
  const name = (written: string): string => tradeText(written, table, language);
  const list = (written: readonly string[]): string => joined(written.map(name), language);
  const notes = turns.flatMap((written, index): Note[] =>
    index === expect.error
      ? [{ sign: 'barred', text: turn.refused(name(written)) }]
      : playedNotes(written, table, language),
  );
  if (expect.allowed.length) {
    notes.push({ sign: 'allowed', text: turn.allowed(list(expect.allowed)) });
  }
  if (expect.barred.length) notes.push({ sign: 'barred', text: turn.barred(list(expect.barred)) });
  return [...notes, ...resultNotes(example, language)];
}

/** A turn in words: `2 Gold gegen 1 Pelz und 1 Pferd tauschen`. */
function tradeText(written: string, table: HanseTable, language: Language): string {
  const { hanse } = GUIDE_CATALOGUES[language];
  const trade = readTrade(written, table);
  const gets = cardsText(trade.gets, language);
  const gives = cardsText(trade.gives, language);
  if (trade.kind === 'take') return hanse.take(gets);
  if (trade.kind === 'swap') return hanse.swap(gets, gives);
  return trade.kind === 'sell' ? hanse.sell(gives) : hanse.horses;
}

function playedNotes(written: string, table: HanseTable, language: Language): Note[] {
  const { hanse } = GUIDE_CATALOGUES[language];
  const told: Note = { sign: 'turn', text: hanse.turn(tradeText(written, table, language)) };
  const trade = readTrade(written, table);
  if (trade.kind !== 'sell') return [told];
  const values = earned(trade, table).map(String);
  const council = councilFor(trade);
  const tokens = values.length
    ? hanse.earns(joined(values, language), values.length)
    : hanse.earnsNothing;
  const text = `${tokens}${council === null ? '' : hanse.earnsCouncil(council)}.`;
  return [told, { sign: 'turn', text }];
}

function resultNotes({ expect: { result } }: HanseExample, language: Language): Note[] {
  if (!result) return [];
  const { hanse, ends } = GUIDE_CATALOGUES[language];
  const { winner, scores } = result;
  const who = winner === null ? hanse.tied : hanse.wins(winner, scores[winner], scores[1 - winner]);
  return [{ sign: 'end', text: `${who}: ${ends.reasons[result.reason]?.('') ?? result.reason}.` }];
}

function cardsText(cards: Counts, language: Language): string {
  const { hanse } = GUIDE_CATALOGUES[language];
  return joined(
    grouped(cards).map(({ kind, count }) => hanse.cards(kind, count)),
    language,
  );
}
