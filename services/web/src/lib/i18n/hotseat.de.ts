// Two people at one device, in German.

export const hotseatDe = {
  title: 'Zu zweit an diesem Gerät',
  lead: 'Ohne Anmeldung und ohne Wertung. Ihr zieht abwechselnd am selben Bildschirm; Züge lassen sich zurücknehmen.',
  names: {
    title: 'Wer spielt?',
    first: { white: 'Weiß, beginnt', cross: 'Kreuz, beginnt', starter: 'Beginnt' },
    second: { white: 'Schwarz', cross: 'Kreis', starter: 'Ist zweiter' },
    hint: 'Namen sind freiwillig und bleiben auf diesem Gerät.',
    swap: 'Seiten tauschen',
  },
  curtain:
    'Vor jedem Wechsel kommt ein Vorhang: Erst wer am Zug ist und tippt, sieht seine Hand. Dahinter steht die Uhr.',
  leadHidden: 'Ohne Anmeldung und ohne Wertung. Ihr gebt das Gerät nach jedem Zug weiter.',
  untimedHint: 'Ohne Uhr könnt ihr euch Zeit lassen, auch bis morgen.',
  timedHint: 'Eine Schachuhr: Startzeit in Minuten + Zuschlag in Sekunden nach jedem eigenen Zug.',
  turning: 'Brett nach jedem Zug drehen',
  start: 'Spielen',
  starting: 'Die Partie beginnt …',
  toMove: (name: string) => `${name} ist am Zug`,
  say: {
    place: {
      mills: 'Setze einen Stein auf einen freien Punkt.',
      three: 'Setze einen Stein. Drei in einer Linie gewinnen.',
      dara: 'Setze einen Stein, aber noch keine drei in eine Reihe.',
      tictactoe: 'Wähle ein freies Feld. Drei in einer Linie gewinnen.',
    },
    pick: 'Wähle einen Stein.',
    fly: 'Nur noch drei Steine: Du darfst auf jeden freien Punkt springen.',
    of: (name: string, text: string) => `${name}: ${text}`,
  },
  undo: 'Zug zurück',
  undoHint: 'Nimmt den letzten Zug zurück (Z)',
  undone: (name: string) => `Zurückgenommen. ${name} ist wieder am Zug.`,
  ends: {
    draw: 'Remis',
    reallyDraw: 'Seid ihr beide für Remis?',
    resign: (name: string) => `${name} gibt auf`,
    reallyResign: (name: string) => `Gibt ${name} wirklich auf?`,
    stop: 'Abbrechen',
    reallyStop: 'Partie ohne Ergebnis beenden?',
  },
  result: {
    stopped: 'Ohne Ergebnis beendet',
    left: 'Ihr habt die Partie abgebrochen.',
    brake: 'Eine Woche lang hat niemand gezogen.',
  },
  againHint: 'Mit getauschten Seiten',
  list: {
    title: (first: string, second: string) => `${first} – ${second}`,
    won: (name: string) => `${name} hat gewonnen`,
    drawn: 'unentschieden',
    stopped: 'ohne Ergebnis',
  },
  banner: {
    timed: 'Eure Partie an diesem Gerät läuft, die Uhr auch',
    quiet: (count: number) =>
      count === 1
        ? 'Eine Partie zu zweit wartet an diesem Gerät'
        : `${count} Partien zu zweit warten an diesem Gerät`,
    go: 'Zur Partie',
  },
  begun: {
    title: 'Angefangene Partien',
    go: 'Weiterspielen',
    goOf: (game: string) => `${game} weiterspielen`,
    giveUp: 'Abbrechen',
    giveUpOf: (game: string) => `${game} abbrechen`,
    really: 'Ohne Ergebnis beenden?',
  },
};

/** The shape that every language has. */
export type HotseatWords = typeof hotseatDe;
