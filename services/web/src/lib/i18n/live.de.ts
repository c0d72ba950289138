// The running games, and the chat at a table, in German.

export const liveDe = {
  title: 'Live',
  lead: 'Partien aus dem Wartesaal, die gerade laufen. Ein Klick, und du schaust zu.',
  list: 'Laufende Partien',
  count: (count: number) => (count === 1 ? '1 Partie läuft' : `${count} Partien laufen`),
  most: (count: number) => `Zu sehen sind die ${count} mit den meisten Zuschauern.`,
  none: 'Gerade läuft keine Partie.',
  noneAbout: 'Partien aus dem Wartesaal erscheinen hier, sobald sie beginnen.',
  toLobby: 'Zum Wartesaal',
  loading: 'Die Partien werden geladen …',
  versus: '–',
  elo: (elo: number) => `Elo ${elo}`,
  over: 'gerade beendet',
  justBegun: 'gerade begonnen',
  begun: (ago: string) => `begonnen ${ago}`,
  viewers: (count: number) => (count === 1 ? '1 schaut zu' : `${count} schauen zu`),
  chat: {
    title: 'Chat am Tisch',
    readers: {
      game: 'Nur ihr beide lest das.',
      watchers: 'Nur Zuschauer lesen das.',
    },
    empty: 'Noch hat niemand etwas geschrieben.',
    fresh: (count: number) => (count === 1 ? '1 neue Zeile' : `${count} neue Zeilen`),
    freshAtTable: (count: number) =>
      count === 1 ? 'Chat am Tisch: 1 neue Zeile' : `Chat am Tisch: ${count} neue Zeilen`,
    field: {
      game: 'Nachricht an dein Gegenüber',
      watchers: 'Nachricht an alle, die zuschauen',
    },
    placeholder: 'Nachricht …',
    send: 'Senden',
    pending: 'wird gesendet',
    left: (count: number) => (count === 1 ? 'Noch 1 Zeichen' : `Noch ${count} Zeichen`),
    over: (count: number) => (count === 1 ? '1 Zeichen zu viel' : `${count} Zeichen zu viel`),
    muted: (when: string) => `Du darfst bis ${when} nichts schreiben.`,
    join: 'Mitschreiben',
    joinAbout: 'Dafür musst du jemand sein: als Gast genügt.',
    said: (name: string, text: string) => `${name}: ${text}`,
  },
};

/** The shape that every language has. */
export type LiveWords = typeof liveDe;
