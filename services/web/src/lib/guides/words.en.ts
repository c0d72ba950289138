// What the client itself says around a guide, in English.

import type { Kind } from '../hanse/view';
import type { StonesGame } from './stones';
import type { GuideWords } from './words.de';

const CARDS: Record<Kind, readonly [string, string]> = {
  amber: ['amber', 'amber'],
  gold: ['gold', 'gold'],
  silver: ['silver', 'silver'],
  cloth: ['cloth', 'cloth'],
  salt: ['salt', 'salt'],
  fur: ['fur', 'furs'],
  horse: ['horse', 'horses'],
};

const BOARDS: Record<StonesGame, string> = {
  mills: 'Mühle board',
  three: 'Board of Three Men’s Morris',
  dara: 'Dara board',
  tictactoe: 'Tic-tac-toe board',
};

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];

export const guideEn: GuideWords = {
  pages: {
    contents: 'Contents',
    others: 'Other games',
    overview: 'All rules',
    example: 'Example',
    scroll: (title: string) => `Table: ${title}`,
  },
  board: {
    name: (game: StonesGame) => BOARDS[game],
    sides: ['White', 'Black'],
    stones: (side: string, points: string) => `${side}: ${points || 'no stone'}.`,
    marks: (side: string, points: string) => `${side}: ${points || 'nothing yet'}.`,
    hands: (white: number, black: number) =>
      `In hand: White ${white.toString()}, Black ${black.toString()}.`,
    turn: (side: string) => `${side} to move.`,
    turnShort: (side: string) => `${side} to move`,
    handsShort: (white: number, black: number) => `Hand ${white.toString()} : ${black.toString()}`,
    empty: 'empty.',
  },
  turn: {
    placed: (side: string, to: string) => `${side} places on ${to}`,
    marked: (side: string, to: string) => `${side} marks ${to}`,
    moved: (side: string, from: string, to: string) => `${side} moves from ${from} to ${to}`,
    takes: (points: string) => ` and takes ${points}`,
    inOrder: (turns: string) => `In turn: ${turns}.`,
    refused: (turn: string) => `Refused: ${turn}.`,
    allowed: (turns: string) => `Allowed, for example: ${turns}.`,
    allAllowed: (turns: string) => `Only this is allowed: ${turns}.`,
    barred: (turns: string) => `Not allowed: ${turns}.`,
    count: (count: number) => `There are ${count.toString()} legal turns in all.`,
  },
  ends: {
    won: (side: string) => `${side} wins`,
    drawn: 'A draw',
    reasons: {
      stones: (loser: string) => `${loser} has fewer than three stones`,
      blocked: (loser: string) => `${loser} can’t move`,
      line: () => 'three in a line',
      full_board: () => 'the board is full',
      tokens: () => 'three piles of tokens are empty',
      deck: () => 'the pile of cards is used up',
      standstill: () => 'there was nothing but exchanges',
    },
  },
  hanse: {
    card: (kind: Kind, count: number) => CARDS[kind][count === 1 ? 0 : 1],
    cards: (kind: Kind, count: number) => `${count.toString()} ${CARDS[kind][count === 1 ? 0 : 1]}`,
    merchants: ['First merchant', 'Second merchant'],
    atTurn: 'to move',
    market: 'Market',
    deck: (count: number) => `Pile: ${count.toString()} cards`,
    hand: 'Hand',
    emptyHand: 'no cards',
    stable: 'Stable',
    emptyStable: 'no horses',
    won: 'Tokens won',
    piles: 'Piles of tokens',
    allFull: 'All piles of tokens are still full.',
    othersFull: 'All other piles of tokens are still full.',
    emptyPile: 'empty',
    gets: 'is taken',
    gives: 'is given away',
    council: (count: number) => `Council ${count.toString()}${count === 5 ? '+' : ''}`,
    turn: (what: string) => `The turn: ${what}.`,
    take: (cards: string) => `take ${cards}`,
    swap: (gets: string, gives: string) => `exchange ${gives} for ${gets}`,
    horses: 'take all horses in the market',
    sell: (cards: string) => `sell ${cards}`,
    earns: (values: string, count: number) =>
      count === 1 ? `It earns the token ${values}` : `It earns the tokens ${values}`,
    earnsNothing: 'It earns no token',
    earnsCouncil: (count: number) =>
      ` and a council token for ${NUMBERS[count]}${count === 5 ? ' or more' : ''} cards`,
    wins: (seat: number, own: number, other: number) =>
      `The ${seat === 0 ? 'first' : 'second'} merchant wins the round by ${own.toString()} points to ${other.toString()}`,
    tied: 'Nobody wins the round',
    sheet: 'Score sheet',
    goods: 'Tin tokens',
    councilTokens: 'Council tokens',
    stableBonus: 'Horses',
    sum: 'Sum',
  },
};
