// The running games, and the chat at a table, in English.

import type { LiveWords } from './live.de';

export const liveEn: LiveWords = {
  title: 'Live',
  lead: 'Games from the waiting room that are being played now. One click, and you watch.',
  list: 'Running games',
  count: (count) => (count === 1 ? '1 game is running' : `${count} games are running`),
  most: (count) => `Shown are the ${count} with the most spectators.`,
  none: 'No game is running at the moment.',
  noneAbout: 'Games from the waiting room appear here as soon as they begin.',
  toLobby: 'To the waiting room',
  loading: 'Loading the games …',
  versus: '–',
  elo: (elo) => `Elo ${elo}`,
  over: 'just finished',
  justBegun: 'just begun',
  begun: (ago) => `began ${ago}`,
  viewers: (count) => (count === 1 ? '1 is watching' : `${count} are watching`),
  chat: {
    title: 'Chat at the table',
    readers: {
      game: 'Only you two read this.',
      watchers: 'Only spectators read this.',
    },
    empty: 'Nobody has written anything yet.',
    fresh: (count) => (count === 1 ? '1 new line' : `${count} new lines`),
    freshAtTable: (count) =>
      count === 1 ? 'Chat at the table: 1 new line' : `Chat at the table: ${count} new lines`,
    field: {
      game: 'Message to your opponent',
      watchers: 'Message to everybody who watches',
    },
    placeholder: 'Message …',
    send: 'Send',
    pending: 'being sent',
    left: (count) => (count === 1 ? '1 character left' : `${count} characters left`),
    over: (count) => (count === 1 ? '1 character too many' : `${count} characters too many`),
    muted: (when) => `You may not write anything until ${when}.`,
    join: 'Join in',
    joinAbout: 'You have to be somebody for that: a guest will do.',
    said: (name, text) => `${name}: ${text}`,
  },
};
