// What the table of Battlehanse says around the cards, in English.

import type { HanseGameWords } from './hanse-game.de';

export const hanseGameEn: HanseGameWords = {
  table: {
    say: {
      history: (ply) => `You see the table after turn ${ply}.`,
      historyStart: 'You see the table at the beginning of the first round.',
      showResult: { click: 'The result is coming.', touch: 'The result is coming.' },
      live: 'To the present table',
      end: 'To the end',
    },
    actions: {
      againHint: 'New room, same terms, the other one begins',
      anotherRoundHint: 'Against the same computer, the other one begins',
      flip: 'Turn the table',
    },
    help: {
      takeBackHint: 'Takes back your last turn and the reply; then the rest is shuffled anew (Z)',
      hintHint: 'The strong computer selects a turn, you press',
    },
    view: { flip: 'Table turned (F)' },
    result: { close: 'View table' },
  },
  endings: {
    seals: (_, winner) => `${winner} has enough council seals.`,
  },
  hinted: 'Hint: the cards are selected, you press yourself.',
  reshuffled: 'Taken back, the rest is shuffled anew. It is your turn.',
  yours: 'It is your turn.',
  yoursAt: (name) => `It is ${name}’s turn.`,
  begins: (round, name) => `Round ${round}: ${name} begins.`,
  youBegin: (round) => `Round ${round}: you begin.`,
  roundOver: (round) => `Round ${round} is over.`,
  dealing: 'The cards are being dealt …',
  handsOpen: 'Both hands lie open.',
  pause: {
    next: (seconds) => `The next round begins in ${seconds} s`,
    now: 'It goes on in a moment …',
    still: 'Both clocks stand.',
    goOn: 'Continue',
  },
  log: {
    title: 'Turns',
    none: 'No turn yet.',
    round: (round) => `Round ${round}`,
    take: (what) => `takes ${what}`,
    swap: (gets, gives) => `${gets} for ${gives}`,
    horses: (count) => (count === 1 ? 'fetches 1 packhorse' : `fetches ${count} packhorses`),
    sell: (what, sum) => `sells ${what}: ${sum}`,
    council: (value) => `+ council token${value === null ? '' : ` ${value}`}`,
    score: (own, theirs) => `${own} : ${theirs}`,
  },
  curtain: {
    title: (name) => `Pass the device to ${name}`,
    first: (name) => `${name} begins`,
    hint: 'Show the cards only when nobody else looks at the screen.',
    key: (name) => `I am ${name}, show my cards`,
    coming: 'The cards are coming …',
  },
  after: { show: 'Show result', lobby: 'Waiting room', bar: 'After the game' },
  proof: {
    title: 'Shuffling',
    why: 'How the cards are shuffled is settled before every round. The fingerprints (SHA-256) give nothing away, but after the game anybody can check that nothing was changed.',
    of: (number) => `Shuffle ${number}`,
    check: 'Check the shuffling',
    checking: 'Checking …',
    kept: 'Shuffling checked: all cards came exactly as settled before each round.',
    broken: 'The cards do not match what was settled before the round. Please report this.',
    unable: 'This browser can’t check the shuffling here.',
  },
};
