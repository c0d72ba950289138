// Where the small games say something else than Mühle does, in German.

export const smallGamesDe = {
  three: {
    board: 'Brett der Dreiermühle',
    point: { inRow: 'in einer Linie', threat: 'hier droht eine Linie' },
    say: {
      place: 'Du bist am Zug: Setze einen Stein. Drei in einer Linie gewinnen.',
      pick: 'Du bist am Zug: Wähle einen Stein. Drei in einer Linie gewinnen.',
    },
    refusals: {
      not_adjacent: 'Dorthin führt kein Weg: Schräg geht es nur aus der Mitte oder in sie hinein.',
    },
    endings: { blocked: (name: string) => `${name} kann keinen Stein mehr ziehen.` },
    view: { warning: 'Warnung, wo eine Linie droht' },
  },
  dara: {
    board: 'Darabrett',
    point: { inRow: 'in einer Dreierreihe', threat: 'hier droht eine Dreierreihe' },
    say: {
      place: 'Du bist am Zug: Setze einen Stein, aber noch keine drei in eine Reihe.',
      take: 'Dreierreihe! Nimm einen der Steine mit rotem Ring.',
    },
    refusals: {
      not_adjacent: 'Ein Stein rückt nur ein Feld weit, waagerecht oder senkrecht.',
    },
    endings: { blocked: (name: string) => `${name} hat keinen erlaubten Zug mehr.` },
    view: { warning: 'Warnung, wo eine Dreierreihe droht' },
  },
  tictactoe: {
    board: 'Tic-Tac-Toe-Feld',
    colour: ['Kreuz', 'Kreis'],
    stone: ['Kreuz', 'Kreis'],
    point: { inRow: 'in einer Linie', threat: 'hier droht eine Linie', last: 'zuletzt gesetzt' },
    say: {
      place: 'Du bist am Zug: Wähle ein freies Feld. Drei in einer Linie gewinnen.',
      historyStart: 'Du siehst das leere Feld am Anfang.',
    },
    refusals: { point_occupied: 'Auf diesem Feld steht bereits ein Zeichen.' },
    endings: {
      line: (_: string, winner: string) => `${winner} hat drei Zeichen in einer Linie.`,
      full_board: () => 'Alle Felder sind besetzt, und niemand hat eine Linie.',
    },
    view: { warning: 'Warnung, wo eine Linie droht' },
  },
};

/** The shape that every language has. */
export type SmallGameWords = typeof smallGamesDe;
