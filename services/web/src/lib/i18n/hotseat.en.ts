// Two people at one device, in English.

import type { HotseatWords } from './hotseat.de';

export const hotseatEn: HotseatWords = {
  title: 'Two at this device',
  lead: 'No account, no rating. You take turns at the same screen, and turns can be taken back.',
  names: {
    title: 'Who plays?',
    first: { white: 'White, begins', cross: 'Crosses, begins', starter: 'Begins' },
    second: { white: 'Black', cross: 'Noughts', starter: 'Is second' },
    hint: 'Names are up to you and stay on this device.',
    swap: 'Swap sides',
  },
  curtain:
    'A curtain comes down before every change: only a tap of whoever is to move shows their hand. Behind it the clock stands still.',
  leadHidden: 'No account, no rating. You pass the device on after every turn.',
  untimedHint: 'Without a clock you can take your time, even until tomorrow.',
  timedHint: 'A chess clock: minutes at the start + seconds added after each own turn.',
  turning: 'Turn the board after each turn',
  start: 'Play',
  starting: 'The game is starting …',
  toMove: (name) => `${name} to move`,
  say: {
    place: {
      mills: 'place a stone on a free point.',
      three: 'place a stone. Three in a line win.',
      dara: 'place a stone, but no three in a row yet.',
      tictactoe: 'choose a free square. Three in a line win.',
    },
    pick: 'choose a stone.',
    fly: 'only three stones left, you may jump to any free point.',
    of: (name, text) => `${name}: ${text}`,
  },
  undo: 'Take back',
  undoHint: 'Takes the last turn back (Z)',
  undone: (name) => `Taken back. ${name} is to move again.`,
  ends: {
    draw: 'Draw',
    reallyDraw: 'Do you both agree to a draw?',
    resign: (name) => `${name} resigns`,
    reallyResign: (name) => `Does ${name} really resign?`,
    stop: 'Break off',
    reallyStop: 'End the game without a result?',
  },
  result: {
    stopped: 'Ended without a result',
    left: 'You broke the game off.',
    brake: 'Nobody has played for a week.',
  },
  againHint: 'Sides exchanged',
  list: {
    title: (first, second) => `${first} – ${second}`,
    won: (name) => `${name} won`,
    drawn: 'drawn',
    stopped: 'no result',
  },
  banner: {
    timed: 'Your game at this device is running, and so is its clock',
    quiet: (count) =>
      count === 1
        ? 'A game for two is waiting at this device'
        : `${count} games for two are waiting at this device`,
    go: 'To the game',
  },
  begun: {
    title: 'Games under way',
    go: 'Go on',
    goOf: (game) => `Go on with ${game}`,
    giveUp: 'Break off',
    giveUpOf: (game) => `Break off ${game}`,
    really: 'End it without a result?',
  },
};
