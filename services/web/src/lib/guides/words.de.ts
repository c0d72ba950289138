// What the client itself says around a guide, in German; English has the same keys.

import type { Kind } from '../hanse/view';
import type { StonesGame } from './stones';

const CARDS: Record<Kind, readonly [string, string]> = {
  amber: ['Bernstein', 'Bernstein'],
  gold: ['Gold', 'Gold'],
  silver: ['Silber', 'Silber'],
  cloth: ['Tuch', 'Tuch'],
  salt: ['Salz', 'Salz'],
  fur: ['Pelz', 'Pelze'],
  horse: ['Pferd', 'Pferde'],
};

const BOARDS: Record<StonesGame, string> = {
  mills: 'Mühlebrett',
  three: 'Brett der Dreiermühle',
  dara: 'Darabrett',
  tictactoe: 'Tic-Tac-Toe-Brett',
};

const NUMBERS = ['null', 'eine', 'zwei', 'drei', 'vier', 'fünf'];

export const guideDe = {
  pages: {
    contents: 'Inhalt',
    others: 'Weitere Spiele',
    overview: 'Alle Regeln',
    example: 'Beispiel',
    scroll: (title: string) => `Tabelle: ${title}`,
  },
  board: {
    name: (game: StonesGame) => BOARDS[game],
    sides: ['Weiß', 'Schwarz'],
    stones: (side: string, points: string) => `${side}: ${points || 'kein Stein'}.`,
    marks: (side: string, points: string) => `${side}: ${points || 'noch nichts'}.`,
    hands: (white: number, black: number) =>
      `In der Hand: Weiß ${white.toString()}, Schwarz ${black.toString()}.`,
    turn: (side: string) => `${side} ist am Zug.`,
    turnShort: (side: string) => `${side} am Zug`,
    handsShort: (white: number, black: number) => `Hand ${white.toString()} : ${black.toString()}`,
    empty: 'leer.',
  },
  turn: {
    placed: (side: string, to: string) => `${side} setzt auf ${to}`,
    marked: (side: string, to: string) => `${side} belegt ${to}`,
    moved: (side: string, from: string, to: string) => `${side} zieht von ${from} nach ${to}`,
    takes: (points: string) => ` und nimmt ${points}`,
    inOrder: (turns: string) => `Der Reihe nach: ${turns}.`,
    refused: (turn: string) => `Abgelehnt wird: ${turn}.`,
    allowed: (turns: string) => `Erlaubt ist zum Beispiel: ${turns}.`,
    allAllowed: (turns: string) => `Erlaubt ist nur dies: ${turns}.`,
    barred: (turns: string) => `Nicht erlaubt: ${turns}.`,
    count: (count: number) => `Erlaubt sind insgesamt ${count.toString()} Züge.`,
  },
  ends: {
    won: (side: string) => `${side} gewinnt`,
    drawn: 'Unentschieden',
    reasons: {
      stones: (loser: string) => `${loser} hat keine drei Steine mehr`,
      blocked: (loser: string) => `${loser} kann nicht ziehen`,
      line: () => 'drei in einer Linie',
      full_board: () => 'das Brett ist voll',
      tokens: () => 'drei Markenstapel sind leer',
      deck: () => 'der Stapel ist aufgebraucht',
      standstill: () => 'es wurde nur noch getauscht',
    } as Record<string, ((loser: string) => string) | undefined>,
  },
  hanse: {
    card: (kind: Kind, count: number) => CARDS[kind][count === 1 ? 0 : 1],
    cards: (kind: Kind, count: number) => `${count.toString()} ${CARDS[kind][count === 1 ? 0 : 1]}`,
    merchants: ['Erster Kaufmann', 'Zweiter Kaufmann'],
    atTurn: 'am Zug',
    market: 'Markt',
    deck: (count: number) => `Stapel: ${count.toString()} Karten`,
    hand: 'Hand',
    emptyHand: 'keine Karten',
    stable: 'Stall',
    emptyStable: 'keine Pferde',
    won: 'Gewonnene Marken',
    piles: 'Markenstapel',
    allFull: 'Alle Markenstapel sind noch voll.',
    othersFull: 'Alle anderen Markenstapel sind noch voll.',
    emptyPile: 'leer',
    gets: 'wird genommen',
    gives: 'wird abgegeben',
    council: (count: number) => `Rat ${count.toString()}${count === 5 ? '+' : ''}`,
    turn: (what: string) => `Der Zug: ${what}.`,
    take: (cards: string) => `${cards} nehmen`,
    swap: (gets: string, gives: string) => `${gets} gegen ${gives} tauschen`,
    horses: 'alle Pferde aus dem Markt holen',
    sell: (cards: string) => `${cards} verkaufen`,
    earns: (values: string, count: number) =>
      count === 1 ? `Das bringt die Marke ${values}` : `Das bringt die Marken ${values}`,
    earnsNothing: 'Das bringt keine Marke',
    earnsCouncil: (count: number) =>
      ` und eine Ratsmarke für ${NUMBERS[count]}${count === 5 ? ' oder mehr' : ''} Karten`,
    wins: (seat: number, own: number, other: number) =>
      `Der ${seat === 0 ? 'erste' : 'zweite'} Kaufmann gewinnt die Runde mit ${own.toString()} zu ${other.toString()} Punkten`,
    tied: 'Niemand gewinnt die Runde',
    sheet: 'Abrechnung',
    goods: 'Zinnmarken',
    councilTokens: 'Ratsmarken',
    stableBonus: 'Pferde',
    sum: 'Summe',
  },
};

export type GuideWords = typeof guideDe;
