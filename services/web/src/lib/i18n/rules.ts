// The page of all rules: which guides there are, and how the table here works, in both languages.

import type { GuideGame } from '../guides/games';

export interface Chapter {
  title: string;
  paragraphs: readonly string[];
}

export interface RulesPage {
  title: string;
  lead: string;
  /** What each game is about, in a few words. */
  games: Readonly<Record<GuideGame, string>>;
  table: string;
  chapters: readonly Chapter[];
}

const de: RulesPage = {
  title: 'Regeln',
  lead: 'Fünf Spiele, jedes mit Beispielen auf dem Brett.',
  games: {
    mills: 'Drei in einer Linie nehmen einen Stein',
    three: 'Neun Punkte, drei Steine, eine Linie',
    dara: 'Genau drei in einer Reihe, nie vier',
    tictactoe: 'Drei Zeichen in einer Linie',
    hanse: 'Waren sammeln, zur rechten Zeit verkaufen',
  },
  table: 'Am Tisch',
  chapters: [
    {
      title: 'Remis',
      paragraphs: [
        'Ein Angebot gilt, bis es abgelehnt wird oder einer zieht. Je nach Variante endet die Partie auch von selbst: nach 25 Zügen ohne Mühle, nach 100 Zügen ohne Schlagen oder wenn eine Stellung zum dritten Mal vorkommt. Was gilt, steht vor dem Start im Raum. Battlehanse endet unentschieden nur, wenn ihr euch darauf einigt.',
      ],
    },
    {
      title: 'Zeit und Verbindung',
      paragraphs: [
        'Die Uhr führt allein der Server. Nach jedem eigenen Zug kommt der Zuschlag dazu; wer keine Zeit mehr hat, verliert. Ohne Uhr darf ein Zug zehn Minuten dauern, gegen den Computer so lange du willst. Zwischen zwei Runden Battlehanse stehen beide Uhren.',
        'Wer die Verbindung verliert, kann zurückkommen und weiterspielen. Nach einer Minute darf der andere den Sieg beanspruchen. Wer eine Partie verlässt, verliert sie.',
      ],
    },
    {
      title: 'Bedienung',
      paragraphs: [
        'Tippen, ziehen mit der Maus oder mit der Tastatur: Pfeiltasten gehen auf dem Brett von Punkt zu Punkt, Eingabe wählt, Escape nimmt zurück, F dreht das Brett. Gegen den Computer nimmt Z den letzten Zug mitsamt der Antwort zurück. Neben dem Brett blättern die Pfeiltasten durch die Züge.',
        'Bei Battlehanse wählst du Karten im Markt, auf der Hand oder deinen Stall. Der Handelskasten sagt sofort, was daraus wird oder warum es nicht geht, und sein Knopf spielt den Zug.',
        'So liest sich die Zugliste auf dem Brett: d7 ist ein gesetzter Stein, a7-d7 ein gezogener, und xa1 dahinter nimmt den Stein auf a1.',
      ],
    },
  ],
};

const en: RulesPage = {
  title: 'Rules',
  lead: 'Five games, each with examples on the board.',
  games: {
    mills: 'Three in a line take a stone',
    three: 'Nine points, three stones, one line',
    dara: 'Exactly three in a row, never four',
    tictactoe: 'Three marks in a line',
    hanse: 'Collect goods, sell them in good time',
  },
  table: 'At the table',
  chapters: [
    {
      title: 'Draws',
      paragraphs: [
        'An offer stands until it is declined or either side plays. Some variants also end by themselves: after 25 moves without a mill, after 100 turns without a capture, or when a position occurs for the third time. What holds is shown in the room before you start. Battlehanse is drawn by agreement only.',
      ],
    },
    {
      title: 'Time and connection',
      paragraphs: [
        'The server alone keeps time. The increment is added after each of your turns; whoever runs out of time loses. Without a clock a turn may take ten minutes, against the computer as long as you like. Between two rounds of Battlehanse both clocks stand still.',
        'If you lose the connection you can come back and play on. After a minute the other may claim the win. Whoever leaves a game loses it.',
      ],
    },
    {
      title: 'Handling',
      paragraphs: [
        'Tap, drag, or use the keyboard: on the board arrow keys go from point to point, Enter chooses, Escape takes back, F turns the board. Against the computer Z takes your last turn back, with the reply. Beside the board the arrow keys step through the turns.',
        'In Battlehanse you choose cards in the market, in your hand, or your stable. The trade box says at once what comes of it or why it can’t be done, and its button plays the turn.',
        'Reading the list of turns on a board: d7 is a stone placed, a7-d7 a stone moved, and xa1 behind either takes the stone on a1.',
      ],
    },
  ],
};

export const RULES = { de, en };
