// The short guide to Mühle and to this table, in both languages.

export interface Chapter {
  title: string;
  paragraphs: readonly string[];
}

export interface Guide {
  title: string;
  lead: string;
  chapters: readonly Chapter[];
}

const de: Guide = {
  title: 'So spielt man Mühle',
  lead: 'Drei eigene Steine in einer Linie sind eine Mühle. Jede Mühle kostet den Gegner einen Stein.',
  chapters: [
    {
      title: 'Ziel',
      paragraphs: [
        'Wer dem Gegner nur zwei Steine lässt oder ihn so einschließt, dass er nicht mehr ziehen kann, gewinnt. Beides zählt erst, wenn alle Steine gesetzt sind.',
      ],
    },
    {
      title: 'Setzen, ziehen, springen',
      paragraphs: [
        'Weiß beginnt. Zuerst setzt ihr abwechselnd eure Steine auf freie Punkte; wie viele noch warten, steht bei HAND.',
        'Sind beide Hände leer, rückt jeder Zug einen Stein entlang einer Linie auf den nächsten freien Punkt.',
        'Wer nur noch drei Steine hat, darf mit jedem davon auf jeden freien Punkt springen – wenn ihr das nicht abgeschaltet habt.',
      ],
    },
    {
      title: 'Schlagen',
      paragraphs: [
        'Eine geschlossene Mühle leuchtet grün. Die Steine mit rotem Ring darfst du nehmen: genau einen, auch wenn du zwei Mühlen auf einmal schließt. Erst damit ist der Zug fertig.',
        'Steine in einer Mühle sind geschützt, solange der Gegner andere hat. Auch das lässt sich abschalten.',
      ],
    },
    {
      title: 'Remis',
      paragraphs: [
        'Ein Angebot gilt, bis es abgelehnt wird oder einer zieht. Je nach Variante endet die Partie auch von selbst: nach 25 Zügen ohne Mühle, nach 100 Zügen ohne Schlagen oder wenn eine Stellung zum dritten Mal vorkommt. Was gilt, steht vor dem Start im Raum.',
      ],
    },
    {
      title: 'Zeit und Verbindung',
      paragraphs: [
        'Die Uhr führt allein der Server. Nach jedem eigenen Zug kommt der Zuschlag dazu; wer keine Zeit mehr hat, verliert. Ohne Uhr darf ein Zug zehn Minuten dauern.',
        'Wer die Verbindung verliert, kann zurückkommen und weiterspielen. Nach einer Minute darf der andere den Sieg beanspruchen. Wer eine Partie verlässt, verliert sie.',
      ],
    },
    {
      title: 'Bedienung',
      paragraphs: [
        'Tippen, ziehen mit der Maus oder mit der Tastatur: Pfeiltasten gehen auf dem Brett von Punkt zu Punkt, Eingabe wählt, Escape nimmt zurück, F dreht das Brett. Neben dem Brett blättern die Pfeiltasten durch die Züge.',
        'So liest sich die Zugliste: d7 ist ein gesetzter Stein, a7-d7 ein gezogener, und xa1 dahinter nimmt den Stein auf a1.',
      ],
    },
  ],
};

const en: Guide = {
  title: 'How to play Mühle',
  lead: 'Three of your stones in a line are a mill. Every mill costs your opponent a stone.',
  chapters: [
    {
      title: 'Aim',
      paragraphs: [
        'Leave your opponent just two stones, or shut them in so that they can’t move, and you win. Both count only once all stones have been placed.',
      ],
    },
    {
      title: 'Placing, moving, flying',
      paragraphs: [
        'White begins. First you take turns placing stones on free points; HAND says how many are still waiting.',
        'Once both hands are empty, each turn moves a stone along a line to the next free point.',
        'Whoever has just three stones left may fly with any of them to any free point, unless you have switched that off.',
      ],
    },
    {
      title: 'Taking',
      paragraphs: [
        'A closed mill glows green. You may take one of the stones with a red ring: just one, even if you close two mills at once. Only that completes the turn.',
        'Stones in a mill are protected while your opponent has others. That can be switched off, too.',
      ],
    },
    {
      title: 'Draws',
      paragraphs: [
        'An offer stands until it is declined or either side plays. Some variants also end by themselves: after 25 moves without a mill, after 100 turns without a capture, or when a position occurs for the third time. What holds is shown in the room before you start.',
      ],
    },
    {
      title: 'Time and connection',
      paragraphs: [
        'The server alone keeps time. The increment is added after each of your turns; whoever runs out of time loses. Without a clock a turn may take ten minutes.',
        'If you lose the connection you can come back and play on. After a minute the other may claim the win. Whoever leaves a game loses it.',
      ],
    },
    {
      title: 'Handling',
      paragraphs: [
        'Tap, drag, or use the keyboard: on the board arrow keys go from point to point, Enter chooses, Escape takes back, F turns the board. Beside the board the arrow keys step through the turns.',
        'Reading the list of turns: d7 is a stone placed, a7-d7 a stone moved, and xa1 behind either takes the stone on a1.',
      ],
    },
  ],
};

export const GUIDES = { de, en };
