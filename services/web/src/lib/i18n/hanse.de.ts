// The table of Battlehanse in German.

import type { Good, Kind, Tier } from '../hanse/view';

const CARDS: Record<Kind, readonly [string, string]> = {
  amber: ['Bernstein', 'Bernstein'],
  gold: ['Gold', 'Gold'],
  silver: ['Silber', 'Silber'],
  cloth: ['Tuch', 'Tuch'],
  salt: ['Salz', 'Salz'],
  fur: ['Pelz', 'Pelze'],
  horse: ['Packpferd', 'Packpferde'],
};
const RANGES: Record<Tier, string> = { 3: '1 bis 3', 4: '4 bis 6', 5: '8 bis 10' };
const SIZES: Record<Tier, string> = { 3: 'drei', 4: 'vier', 5: 'fünf oder mehr' };

/** "2 Gold", "Tuch", "1 Packpferd": a single piece of goods needs no number. */
function amount(kind: Kind, count: number): string {
  const name = CARDS[kind][count === 1 ? 0 : 1];
  return count === 1 && kind !== 'horse' ? name : `${count} ${name}`;
}

const cards = (count: number): string => (count === 1 ? '1 Karte' : `${count} Karten`);
const points = (count: number): string => (count === 1 ? '1 Punkt' : `${count} Punkte`);
const tokens = (count: number): string => (count === 1 ? '1 Marke' : `${count} Marken`);
const allOf = (count: number): string => (count === 2 ? 'beide' : `alle ${count}`);
const horses = (count: number): string => amount('horse', count);
const ahead = (count: number): string => (count === 1 ? '1 Packpferd' : `${count} Packpferden`);

export const hanseDe = {
  card: (kind: Kind) => CARDS[kind][0],
  /** What is written on the card itself. */
  face: (kind: Kind) => (kind === 'horse' ? 'Pferd' : CARDS[kind][0]),
  amount,
  tier: (tier: Tier) => `${tier}${tier === 5 ? '+' : ''}`,
  table: 'Handelstisch',
  help: 'Pfeiltasten gehen von Karte zu Karte und von Reihe zu Reihe, Leertaste wählt, Umschalt und Eingabe führt den Zug aus, Escape leert die Auswahl.',
  market: 'Markt',
  deck: 'Stapel',
  deckOf: (count: number) => `Nachziehstapel: ${cards(count)}`,
  piles: 'Zinnmarken',
  council: 'Ratsmarken',
  councilOf: (tier: Tier, count: number) =>
    `Ratsmarken für ${SIZES[tier]} Karten: ${count === 0 ? 'keine mehr' : `noch ${count}, verdeckt`}`,
  pileOf: (good: Good, values: readonly number[]) =>
    values.length
      ? `Zinnmarken ${CARDS[good][0]}, oberste zuerst: ${values.join(', ')}`
      : `Zinnmarken ${CARDS[good][0]}: leer`,
  empty: 'leer',
  emptyPiles: (count: number) =>
    count < 3 ? `${count} Stapel leer, bei 3 endet die Runde` : `${count} Stapel leer`,
  stableToken: (value: number) => `Stallmarke: ${value} Punkte`,
  hand: {
    own: 'Deine Hand',
    of: (name: string) => `Hand von ${name}`,
    count: (count: number, limit: number) => `Hand ${count}/${limit}`,
    told: (count: number, limit: number) => `${count} von höchstens ${limit} Waren`,
    none: 'keine Waren',
    covered: (name: string, count: number) => `${name}: ${cards(count)} verdeckt auf der Hand`,
    openOf: (name: string) => `Offen genommen von ${name}`,
  },
  stable: {
    own: 'Dein Stall',
    of: (name: string) => `Stall von ${name}`,
    horses,
    none: 'Keine Packpferde im Stall',
    add: 'Ein Packpferd dazugeben',
    drop: 'Ein Packpferd weniger geben',
    given: (count: number) => `${count} davon gibst du`,
  },
  won: {
    own: 'Deine Marken',
    of: (name: string) => `Marken von ${name}`,
    none: 'Noch keine Marken',
    points,
    unit: (count: number): string => (count === 1 ? 'Punkt' : 'Punkte'),
    council: (tier: Tier, value: number | null) =>
      value === null
        ? `Ratsmarke für ${SIZES[tier]} Karten, verdeckt`
        : `Ratsmarke für ${SIZES[tier]} Karten: ${points(value)}`,
    sum: (open: number, hidden: number) =>
      hidden
        ? `${points(open)} und ${hidden === 1 ? 'eine verdeckte Ratsmarke' : `${hidden} verdeckte Ratsmarken`}`
        : points(open),
  },
  state: {
    marked: 'gewählt',
    known: 'dein Gegner kennt sie',
    knownTo: 'offen genommen',
    fresh: 'gerade dazugekommen',
  },
  box: {
    title: 'Handelskasten',
    choose: 'Wähle Karten aus Markt, Hand oder Stall.',
    take: (what: string) => `Du nimmst ${what}.`,
    swap: (gets: string, gives: string) => `Du nimmst ${gets} und gibst ${gives}.`,
    horses: (count: number) =>
      count === 1
        ? 'Du holst das Packpferd in deinen Stall.'
        : `Du holst ${allOf(count)} Packpferde in deinen Stall.`,
    sell: (what: string) => `Du verkaufst ${what}.`,
    soFar: (what: string) => `Bisher: ${what}.`,
    against: (gets: string, gives: string) => `Bisher: ${gets} gegen ${gives}.`,
    earns: (values: string, sum: number) => `Marken ${values}, zusammen ${points(sum)}`,
    earnsNothing: 'Es liegt keine Marke mehr: Der Verkauf bringt nichts.',
    council: (tier: Tier) => `und eine Ratsmarke (${RANGES[tier]})`,
    councilShort: (tier: Tier) => `${RANGES[tier].replace(' bis ', '–')}`,
    councilEmpty: 'Die Ratsmarken dafür sind vergeben.',
    unpaid: (count: number) =>
      count === 1
        ? 'Für 1 Karte liegt keine Marke mehr.'
        : `Für ${count} Karten liegt keine Marke mehr.`,
    handAfter: (count: number, limit: number) => `Danach hast du ${count} von ${limit} Waren.`,
    lastDeck: (missing: number) =>
      missing === 1
        ? 'Achtung: Dem Stapel fehlt dafür 1 Karte, die Runde endet.'
        : `Achtung: Dem Stapel fehlen dafür ${missing} Karten, die Runde endet.`,
    lastPile: 'Damit ist der dritte Markenstapel leer, die Runde endet.',
    keys: {
      take: 'Nehmen',
      swap: 'Tauschen',
      horses: 'Pferde holen',
      sell: 'Verkaufen',
      none: 'Handeln',
    },
    shortcut: 'Umschalt + Eingabe',
    clear: 'Auswahl leeren',
    busy: 'Dein Zug ist unterwegs …',
    turnOf: (name: string) => `${name} ist am Zug.`,
    between: 'Die Runde ist zu Ende.',
    undealt: 'Gleich wird ausgeteilt.',
    last: (text: string) => `Zuletzt: ${text}`,
  },
  played: {
    take: (name: string, what: string) => `${name} nimmt ${what}`,
    swap: (name: string, gets: string, gives: string) => `${name} nimmt ${gets} und gibt ${gives}`,
    horses: (name: string) => `${name} holt die Packpferde`,
    sell: (name: string, what: string) => `${name} verkauft ${what}`,
  },
  needs: {
    fromMarket: (count: number) =>
      count === 1
        ? 'Zum Tauschen fehlt noch 1 Ware aus dem Markt.'
        : `Zum Tauschen fehlen noch ${count} Waren aus dem Markt.`,
    fromOwn: (count: number) =>
      count === 1
        ? 'Gib noch 1 Karte dazu, von der Hand oder aus dem Stall.'
        : `Gib noch ${count} Karten dazu, von der Hand oder aus dem Stall.`,
    nothing: 'Daraus wird kein Zug.',
  },
  refusals: {
    game_over: 'Die Partie ist schon zu Ende.',
    between_rounds: 'Die Runde ist zu Ende, gleich wird neu ausgeteilt.',
    sell_one_kind: 'Verkaufen kannst du nur eine Ware auf einmal.',
    malformed: 'Daraus wird kein Zug.',
    unknown_kind: 'Diese Ware gibt es nicht.',
    not_your_turn: 'Du bist gerade nicht am Zug.',
    not_in_market: 'So viel liegt davon nicht im Markt.',
    not_in_hand: 'So viele Karten davon hast du nicht.',
    not_in_stable: 'So viele Packpferde stehen nicht in deinem Stall.',
    hand_full: 'Mehr als 7 Waren darfst du am Zugende nicht auf der Hand haben.',
    horses_together: 'Packpferde holst du nur alle auf einmal und ohne andere Karten.',
    no_horses: 'Im Markt steht gerade kein Packpferd.',
    horses_not_sold: 'Packpferde lassen sich nicht verkaufen, nur beim Tausch abgeben.',
    precious_alone: 'Bernstein, Gold und Silber verkaufst du erst ab 2 Karten.',
    horse_from_market: 'Ein Packpferd bekommst du nicht im Tausch.',
    swap_uneven: 'Du musst so viele Karten geben, wie du nimmst.',
    swap_too_few: 'Ein Tausch beginnt bei 2 Karten.',
    same_kind_both_sides: 'Was du nimmst, kannst du nicht zugleich geben.',
  } as Record<string, string | undefined>,
  round: {
    title: (number: number) => `Runde ${number}`,
    reasons: {
      tokens: 'Drei Markenstapel sind leer.',
      deck: 'Der Stapel konnte den Markt nicht mehr auffüllen.',
      standstill: 'Es wurde zu lange nur getauscht.',
    } as Record<string, string | undefined>,
    won: (name: string, own: number, other: number) =>
      `${name} gewinnt mit ${own} zu ${other} das Ratssiegel.`,
    wonTied: (name: string, score: number) =>
      `Beide haben ${points(score)}. Das Ratssiegel bekommt ${name}.`,
    nobody: (score: number) =>
      `Beide haben ${points(score)} und gleich viele Marken. Niemand bekommt das Ratssiegel.`,
    caption: 'So wurde gerechnet',
    goods: 'Zinnmarken',
    council: 'Ratsmarken',
    stable: 'Stallmarke',
    sum: 'Summe',
    count: (count: number) => `${count} Stück`,
    horses: (count: number): string => (count === 1 ? '1 Pferd' : `${count} Pferde`),
    byCouncil: 'Mehr Ratsmarken',
    byGoods: 'Mehr Zinnmarken',
    sealsOf: (name: string, count: number, needed: number) =>
      `${name}: ${count} von ${needed} Ratssiegeln`,
    next: (name: string) => `${name} beginnt die nächste Runde.`,
  },
  info: {
    total: 'Karten im Spiel',
    market: 'Im Markt',
    own: 'Auf deiner Hand',
    remembered: 'Gemerkt beim Gegner',
    sold: 'Schon verkauft',
    unseen: 'Noch nicht zu sehen',
    tokensLeft: 'Marken',
    noTokens: 'keine mehr',
    precious: 'Edelware: Verkauft wird sie nur ab 2 Karten.',
    common: 'Gewöhnliche Ware: Auch eine einzelne Karte lässt sich verkaufen.',
    sale: (what: string, values: string, sum: number) =>
      `Verkaufst du ${what}, bringt das ${values}, zusammen ${points(sum)}.`,
    saleOne: (what: string, value: number) => `Verkaufst du ${what}, bringt das ${points(value)}.`,
    saleNothing: (what: string) => `Verkaufst du ${what}, bringt das keine Marke mehr.`,
    saleCouncil: (tier: Tier) => `Dazu kommt eine Ratsmarke mit ${RANGES[tier]} Punkten.`,
    saleNoCouncil: 'Eine Ratsmarke gibt es dafür nicht mehr, ihr Stapel ist leer.',
    needsTwo: 'Mit nur einer Karte kannst du sie noch nicht verkaufen.',
    noneOwn: 'Auf der Hand hast du keine.',
    takeable: 'Du kannst eine davon nehmen.',
    handFull: 'Deine Hand ist voll: Nehmen geht nicht, tauschen schon.',
    ownKnown: (count: number) =>
      count === 1 ? 'Eine davon kennt dein Gegner.' : `${count} davon kennt dein Gegner.`,
    horseRule:
      'Packpferde stehen im Stall und zählen nicht zur Hand. Geholt werden alle im Markt auf einmal, beim Tausch kannst du sie abgeben.',
    stableOwn: 'In deinem Stall',
    stableOf: (name: string) => `Stall von ${name}`,
    horsesTake: (count: number) =>
      count === 1
        ? 'Du kannst das eine aus dem Markt holen.'
        : `Du kannst ${allOf(count)} aus dem Markt holen.`,
    horsesNone: 'Im Markt steht gerade keins.',
    deckTitle: 'Nachziehstapel',
    deckLeft: 'Karten im Stapel',
    deckRule:
      'Was genommen wird, füllt der Stapel sofort auf. Reicht er nicht mehr, endet die Runde; ihn genau zu leeren beendet sie noch nicht.',
    deckEnough: (count: number) => `Er reicht noch für ${cards(count)}.`,
    deckHorses: (missing: number) =>
      `Wer jetzt alle Packpferde holt, beendet die Runde: Dem Stapel ${missing === 1 ? 'fehlt 1 Karte' : `fehlen ${missing} Karten`}.`,
    deckLast: 'Er ist leer: Wer jetzt nimmt oder Pferde holt, beendet die Runde.',
    councilTitle: (tier: Tier) => `Ratsmarken für ${SIZES[tier]} Karten`,
    councilLeft: 'Noch zu haben',
    councilValues: 'Werte',
    councilOf: (left: number, all: number) => `${left} von ${all}`,
    councilRule: (tier: Tier) =>
      `Wer ${SIZES[tier]} Karten einer Ware auf einmal verkauft, zieht eine davon. Ihren Wert sieht bis zum Rundenende nur, wer sie hat.`,
    councilNow: (what: string) => `Für ${what} bekämst du jetzt eine.`,
    councilNot: (tier: Tier) => `Dir fehlen dafür noch ${SIZES[tier]} gleiche Karten.`,
    councilGone: 'Alle sind vergeben: Ein solcher Verkauf bringt nur noch Zinnmarken.',
    pileRule:
      'Für jede verkaufte Karte gibt es eine Marke von oben. Sind drei Stapel leer, endet die Runde.',
    pilesEmpty: (count: number): string =>
      count === 0
        ? 'Noch ist kein Stapel leer.'
        : count === 1
          ? 'Ein Stapel ist schon leer.'
          : 'Zwei Stapel sind schon leer: Der nächste beendet die Runde.',
    wonOf: (count: number, sum: number | null) =>
      sum === null ? `${tokens(count)}, nicht alle offen` : `${tokens(count)}, ${points(sum)}`,
    wonRule:
      'Ratsmarken des anderen bleiben bis zum Rundenende verdeckt. Bei Gleichstand zählen mehr Ratsmarken, dann mehr Zinnmarken.',
    stableTitle: 'Stallmarke',
    stableValue: 'Wert',
    stableRule:
      'Am Rundenende bekommt sie, wer mehr Packpferde im Stall hat; bei gleich vielen keiner.',
    stableYou: (lead: number) => `Die Stallmarke bekämst du, mit ${ahead(lead)} Vorsprung.`,
    stableThem: (name: string, lead: number) =>
      `Die Stallmarke bekäme ${name}, mit ${ahead(lead)} Vorsprung.`,
    stableNobody: 'Bei gleich vielen Packpferden bekäme niemand die Stallmarke.',
  },
};

/** The shape that every language has. */
export type HanseWords = typeof hanseDe;
