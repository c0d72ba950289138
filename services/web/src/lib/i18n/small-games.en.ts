// Where the small games say something else than Mühle does, in English.

import type { SmallGameWords } from './small-games.de';

export const smallGamesEn: SmallGameWords = {
  three: {
    board: 'Board of Three Men’s Morris',
    point: { inRow: 'in a line', threat: 'a line threatens here' },
    say: {
      place: 'Your turn: place a stone. Three in a line win.',
      pick: 'Your turn: choose a stone. Three in a line win.',
    },
    refusals: {
      not_adjacent: 'No way leads there: slanting steps only leave or enter the middle.',
    },
    endings: { blocked: (name) => `${name} can’t move a stone any more.` },
    view: { warning: 'Warn where a line threatens' },
  },
  dara: {
    board: 'Dara board',
    point: { inRow: 'in a row of three', threat: 'a row of three threatens here' },
    say: {
      place: 'Your turn: place a stone, but no three in a row yet.',
      take: 'A row of three! Take one of the stones with a red ring.',
    },
    refusals: { not_adjacent: 'A stone moves one square only, across or up and down.' },
    endings: { blocked: (name) => `${name} has no legal turn left.` },
    view: { warning: 'Warn where a row of three threatens' },
  },
  tictactoe: {
    board: 'Tic-Tac-Toe grid',
    colour: ['Cross', 'Nought'],
    stone: ['cross', 'nought'],
    point: { inRow: 'in a line', threat: 'a line threatens here', last: 'last marked' },
    say: {
      place: 'Your turn: choose a free square. Three in a line win.',
      historyStart: 'You see the empty grid at the start.',
    },
    refusals: { point_occupied: 'There is already a mark on that square.' },
    endings: {
      line: (_, winner) => `${winner} has three marks in a line.`,
      full_board: () => 'All squares are taken and nobody has a line.',
    },
    view: { warning: 'Warn where a line threatens' },
  },
};
