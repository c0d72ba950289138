// What the table of Battlehanse says around the cards, in German.

export const hanseGameDe = {
  /** Instead of what a table of stones says. */
  table: {
    say: {
      history: (ply: number) => `Du siehst den Tisch nach Zug ${ply}.`,
      historyStart: 'Du siehst den Tisch zu Beginn der ersten Runde.',
      showResult: { click: 'Gleich kommt das Ergebnis.', touch: 'Gleich kommt das Ergebnis.' },
      live: 'Zum jetzigen Stand',
      end: 'Zum Ende',
    },
    actions: {
      againHint: 'Neuer Raum, dieselben Bedingungen, der andere beginnt',
      anotherRoundHint: 'Gegen denselben Computer, der andere beginnt',
      flip: 'Tisch drehen',
    },
    help: {
      takeBackHint: 'Nimmt deinen letzten Zug und die Antwort zurück, danach wird neu gemischt (Z)',
      hintHint: 'Der starke Computer wählt einen Zug, du drückst selbst',
    },
    view: { flip: 'Tisch gedreht (F)' },
    result: { close: 'Tisch ansehen' },
  },
  endings: {
    seals: (_: string, winner: string) => `${winner} hat genug Ratssiegel.`,
  },
  hinted: 'Tipp: Die Karten sind gewählt, du drückst selbst.',
  reshuffled: 'Zurückgenommen, der Rest ist neu gemischt. Du bist am Zug.',
  yours: 'Du bist am Zug.',
  yoursAt: (name: string) => `${name} ist am Zug.`,
  begins: (round: number, name: string) => `Runde ${round}: ${name} beginnt.`,
  youBegin: (round: number) => `Runde ${round}: Du beginnst.`,
  roundOver: (round: number) => `Runde ${round} ist zu Ende.`,
  dealing: 'Es wird ausgeteilt …',
  handsOpen: 'Beide Hände liegen offen.',
  pause: {
    next: (seconds: number) => `Die nächste Runde beginnt in ${seconds} s`,
    now: 'Gleich geht es weiter …',
    still: 'Beide Uhren stehen.',
    goOn: 'Weiter',
  },
  log: {
    title: 'Züge',
    none: 'Noch kein Zug.',
    round: (round: number) => `Runde ${round}`,
    take: (what: string) => `nimmt ${what}`,
    swap: (gets: string, gives: string) => `${gets} gegen ${gives}`,
    horses: (count: number) => (count === 1 ? 'holt 1 Packpferd' : `holt ${count} Packpferde`),
    sell: (what: string, sum: number) => `verkauft ${what}: ${sum}`,
    council: (value: number | null) => `+ Ratsmarke${value === null ? '' : ` ${value}`}`,
    score: (own: number, theirs: number) => `${own} : ${theirs}`,
  },
  curtain: {
    title: (name: string) => `Gerät an ${name} weitergeben`,
    first: (name: string) => `${name} beginnt`,
    hint: 'Erst zeigen, wenn niemand sonst auf den Bildschirm sieht.',
    key: (name: string) => `Ich bin ${name}, Karten zeigen`,
    coming: 'Die Karten kommen …',
  },
  after: { show: 'Ergebnis zeigen', lobby: 'Wartesaal', bar: 'Nach der Partie' },
  proof: {
    title: 'Mischung',
    why: 'Vor jeder Runde steht fest, wie gemischt wurde. Die Fingerabdrücke (SHA-256) verraten nichts, aber nach der Partie kann jeder prüfen, dass nichts geändert wurde.',
    of: (number: number) => `${number}. Mischen`,
    check: 'Mischung prüfen',
    checking: 'Wird geprüft …',
    kept: 'Mischung geprüft: Alle Karten kamen genau so, wie es vor jeder Runde festgelegt war.',
    broken: 'Die Karten passen nicht zu dem, was vor der Runde festgelegt war. Bitte melde das.',
    unable: 'Dieser Browser kann die Mischung hier nicht prüfen.',
  },
};

/** The shape that every language has. */
export type HanseGameWords = typeof hanseGameDe;
