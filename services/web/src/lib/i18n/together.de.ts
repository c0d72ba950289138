// What two people at a table or in a room agree on, in German.

export const togetherDe = {
  undo: {
    ask: 'Zug zurücknehmen?',
    hint: 'Fragt dein Gegenüber, ob du deinen letzten Zug zurücknehmen darfst',
    theyAsk: (name: string) => `${name} möchte den letzten Zug zurücknehmen. Einverstanden?`,
    waiting: (name: string) => `Du hast gefragt. ${name} entscheidet; wer weiterspielt, lehnt ab.`,
    declined: (name: string) => `${name} möchte, dass der Zug stehen bleibt.`,
    youDeclined: 'Der Zug bleibt stehen.',
    done: 'Dein Zug ist zurückgenommen.',
    theyDid: (name: string) => `${name} hat den Zug zurückgenommen.`,
  },
  again: {
    ask: 'Noch eine Partie',
    hint: 'Im selben Raum, diesmal beginnt die andere Seite',
    waiting: (name: string) => `Du möchtest noch einmal – warte auf ${name} …`,
    waitingHint: 'Sobald beide wollen, geht es von selbst los.',
    withdraw: 'Doch nicht',
    invited: (name: string) => `${name} möchte noch eine Partie spielen.`,
    yes: 'Ja, noch eine',
    no: 'Nein, danke',
    starting: 'Die nächste Partie beginnt …',
    closed: (name: string) => `${name} spielt nicht noch einmal.`,
    left: 'In diesem Raum wird nicht weitergespielt.',
    next: 'Zur nächsten Partie',
    goesOn: 'Die beiden spielen weiter.',
    title: (name: string) => `${name} möchte noch eine Partie`,
    toTable: 'Zur Partie',
  },
  rated: {
    kind: 'Art der Partie',
    friendly: 'Freundschaftlich',
    friendlyAbout: 'Ohne Wertung. Züge lassen sich zurücknehmen, wenn beide wollen.',
    rated: 'Gewertet',
    ratedAbout: 'Elo und Punkte ändern sich. Kein Zurücknehmen.',
    short: (taler: number) => (taler ? `gewertet um je ${taler} Taler` : 'gewertet'),
    line: 'Gewertete Partie: Elo und Punkte ändern sich',
    stake: 'Einsatz',
    noStake: 'Ohne Einsatz',
    taler: (taler: number) => `${taler} Taler`,
    stakeLine: (taler: number) => `Einsatz: je ${taler} Taler, wer gewinnt, bekommt beide`,
    stakeHint: 'Wer gewinnt, bekommt beide Einsätze. Bei Remis bekommt jeder seinen zurück.',
    wallet: (taler: number) => `In deiner Börse: ${taler} Taler.`,
    notThisGame: 'Dieses Spiel wird nicht gewertet.',
    youNeed: 'Gewertet spielen kann nur, wer ein Konto hat.',
    theyNeed: (name: string) =>
      `${name} hat kein Konto. Gewertet geht nur, wenn beide eines haben.`,
    signUp: 'Konto anlegen',
  },
  after: {
    title: 'Wertung',
    elo: 'Elo',
    points: 'Punkte',
    taler: 'Taler',
    change: (before: string, after: string) => `${before} → ${after}`,
    signed: (by: number) => (by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '±0'),
    waiting: 'Die Wertung wird berechnet …',
    later: 'Zu deinen Wertungen',
    uncounted: 'Zu kurz: Diese Partie zählt nicht, Einsätze gehen zurück.',
  },
  playing: {
    go: 'Zu deiner laufenden Partie',
  },
};

/** The shape that every language has. */
export type TogetherWords = typeof togetherDe;
