// The table of Battlehanse in English.

import type { Kind, Tier } from '../hanse/view';
import type { HanseWords } from './hanse.de';

const CARDS: Record<Kind, readonly [string, string]> = {
  amber: ['amber', 'amber'],
  gold: ['gold', 'gold'],
  silver: ['silver', 'silver'],
  cloth: ['cloth', 'cloth'],
  salt: ['salt', 'salt'],
  fur: ['fur', 'furs'],
  horse: ['packhorse', 'packhorses'],
};
const RANGES: Record<Tier, string> = { 3: '1 to 3', 4: '4 to 6', 5: '8 to 10' };
const SIZES: Record<Tier, string> = { 3: 'three', 4: 'four', 5: 'five or more' };

/** "2 gold", "cloth", "1 packhorse": a single piece of goods needs no number. */
function amount(kind: Kind, count: number): string {
  const name = CARDS[kind][count === 1 ? 0 : 1];
  return count === 1 && kind !== 'horse' ? name : `${count} ${name}`;
}

const cards = (count: number): string => (count === 1 ? '1 card' : `${count} cards`);
const points = (count: number): string => (count === 1 ? '1 point' : `${count} points`);
const tokens = (count: number): string => (count === 1 ? '1 token' : `${count} tokens`);
const allOf = (count: number): string => (count === 2 ? 'both' : `all ${count}`);
const horses = (count: number): string => amount('horse', count);
const titled = (kind: Kind, many: 0 | 1): string => {
  const name = CARDS[kind][many];
  return name.charAt(0).toUpperCase() + name.slice(1);
};

export const hanseEn: HanseWords = {
  card: (kind) => titled(kind, 0),
  /** What is written on the card itself. */
  face: (kind) => (kind === 'horse' ? 'Horse' : titled(kind, 0)),
  amount,
  tier: (tier) => `${tier}${tier === 5 ? '+' : ''}`,
  table: 'Trading table',
  help: 'Arrow keys go from card to card and from row to row, space selects, shift and enter plays the turn, escape clears the selection.',
  market: 'Market',
  deck: 'Pile',
  deckOf: (count) => `Draw pile: ${cards(count)}`,
  piles: 'Tin tokens',
  council: 'Council tokens',
  councilOf: (tier, count) =>
    `Council tokens for ${SIZES[tier]} cards: ${count === 0 ? 'none left' : `${count} left, face down`}`,
  pileOf: (good, values) =>
    values.length
      ? `Tin tokens for ${CARDS[good][0]}, top one first: ${values.join(', ')}`
      : `Tin tokens for ${CARDS[good][0]}: empty`,
  empty: 'empty',
  emptyPiles: (count) => {
    const empty = count === 1 ? '1 pile empty' : `${count} piles empty`;
    return count < 3 ? `${empty}, 3 end the round` : empty;
  },
  stableToken: (value) => `Stable token: ${value} points`,
  hand: {
    own: 'Your hand',
    of: (name) => `${name}’s hand`,
    count: (count, limit) => `Hand ${count}/${limit}`,
    told: (count, limit) => `${count} goods of at most ${limit}`,
    none: 'no goods',
    covered: (name, count) => `${name}: ${cards(count)} face down in hand`,
    openOf: (name) => `Taken openly by ${name}`,
  },
  stable: {
    own: 'Your stable',
    of: (name) => `${name}’s stable`,
    horses,
    none: 'No packhorses in the stable',
    add: 'Add a packhorse',
    drop: 'Give one packhorse fewer',
    given: (count) => `you give ${count} of them`,
  },
  won: {
    own: 'Your tokens',
    of: (name) => `${name}’s tokens`,
    none: 'No tokens yet',
    points,
    unit: (count) => (count === 1 ? 'point' : 'points'),
    council: (tier, value) =>
      value === null
        ? `council token for ${SIZES[tier]} cards, face down`
        : `council token for ${SIZES[tier]} cards: ${points(value)}`,
    sum: (open, hidden) =>
      hidden
        ? `${points(open)} and ${hidden === 1 ? 'a council token' : `${hidden} council tokens`} face down`
        : points(open),
  },
  state: {
    marked: 'selected',
    known: 'known to your opponent',
    knownTo: 'taken openly',
    fresh: 'has just come',
  },
  box: {
    title: 'Trade box',
    choose: 'Select cards in market, hand or stable.',
    take: (what) => `You take ${what}.`,
    swap: (gets, gives) => `You take ${gets} and give ${gives}.`,
    horses: (count) =>
      count === 1
        ? 'You take the packhorse into your stable.'
        : `You take ${allOf(count)} packhorses into your stable.`,
    sell: (what) => `You sell ${what}.`,
    soFar: (what) => `So far: ${what}.`,
    against: (gets, gives) => `So far: ${gets} for ${gives}.`,
    earns: (values, sum) => `Tokens ${values}, together ${points(sum)}`,
    earnsNothing: 'No token is left: the sale earns nothing.',
    council: (tier) => `and a council token (${RANGES[tier]})`,
    councilShort: (tier) => RANGES[tier].replace(' to ', '–'),
    councilEmpty: 'The council tokens for it are gone.',
    unpaid: (count) =>
      count === 1 ? 'No token is left for 1 card.' : `No tokens are left for ${count} cards.`,
    handAfter: (count, limit) => `You will then have ${count} of ${limit} goods.`,
    lastDeck: (missing) =>
      `Mind: the pile is ${missing === 1 ? '1 card' : `${missing} cards`} short, the round ends.`,
    lastPile: 'That empties the third pile of tokens, and the round ends.',
    keys: {
      take: 'Take',
      swap: 'Exchange',
      horses: 'Take horses',
      sell: 'Sell',
      none: 'Trade',
    },
    shortcut: 'Shift + Enter',
    clear: 'Clear selection',
    busy: 'Your turn is on its way …',
    turnOf: (name) => `It is ${name}’s turn.`,
    between: 'The round has ended.',
    undealt: 'The cards are about to be dealt.',
    last: (text) => `Last turn: ${text}`,
  },
  played: {
    take: (name, what) => `${name} takes ${what}`,
    swap: (name, gets, gives) => `${name} takes ${gets} and gives ${gives}`,
    horses: (name) => `${name} takes the packhorses`,
    sell: (name, what) => `${name} sells ${what}`,
  },
  needs: {
    fromMarket: (count) =>
      count === 1
        ? 'For an exchange 1 more card from the market is needed.'
        : `For an exchange ${count} more cards from the market are needed.`,
    fromOwn: (count) =>
      count === 1
        ? 'Give 1 more card, from your hand or your stable.'
        : `Give ${count} more cards, from your hand or your stable.`,
    nothing: 'This makes no turn.',
  },
  refusals: {
    game_over: 'The game has already ended.',
    between_rounds: 'The round has ended; the next one is about to be dealt.',
    sell_one_kind: 'You can sell only one kind of goods at a time.',
    malformed: 'This makes no turn.',
    unknown_kind: 'There are no such goods.',
    not_your_turn: 'It is not your turn.',
    not_in_market: 'The market doesn’t have that many.',
    not_in_hand: 'You don’t have that many cards of it.',
    not_in_stable: 'You don’t have that many packhorses in your stable.',
    hand_full: 'You may not hold more than 7 goods at the end of your turn.',
    horses_together: 'Packhorses are taken all at once, and without other cards.',
    no_horses: 'There is no packhorse in the market.',
    horses_not_sold: 'Packhorses can’t be sold, only given in an exchange.',
    precious_alone: 'Amber, gold and silver are sold from 2 cards up.',
    horse_from_market: 'You can’t get a packhorse in an exchange.',
    swap_uneven: 'You have to give as many cards as you take.',
    swap_too_few: 'An exchange takes 2 cards at least.',
    same_kind_both_sides: 'What you take you can’t give at the same time.',
  },
  round: {
    title: (number) => `Round ${number}`,
    reasons: {
      tokens: 'Three piles of tokens are empty.',
      deck: 'The pile could no longer fill the market.',
      standstill: 'For too long there were only exchanges.',
    },
    won: (name, own, other) => `${name} wins the council seal by ${own} to ${other}.`,
    wonTied: (name, score) => `Both have ${points(score)}. The council seal goes to ${name}.`,
    nobody: (score) =>
      `Both have ${points(score)} and equally many tokens. Nobody gets the council seal.`,
    caption: 'How it was reckoned',
    goods: 'Tin tokens',
    council: 'Council tokens',
    stable: 'Stable token',
    sum: 'Sum',
    count: (count) => tokens(count),
    horses: (count) => (count === 1 ? '1 horse' : `${count} horses`),
    byCouncil: 'More council tokens',
    byGoods: 'More tin tokens',
    sealsOf: (name, count, needed) => `${name}: ${count} of ${needed} council seals`,
    next: (name) => `${name} begins the next round.`,
  },
  info: {
    total: 'Cards in the game',
    market: 'In the market',
    own: 'In your hand',
    remembered: 'Remembered in your opponent’s hand',
    sold: 'Already sold',
    unseen: 'Not seen yet',
    tokensLeft: 'Tokens',
    noTokens: 'none left',
    precious: 'Precious goods: sold from 2 cards up.',
    common: 'Common goods: even a single card can be sold.',
    sale: (what, values, sum) => `Selling ${what} earns ${values}, together ${points(sum)}.`,
    saleOne: (what, value) => `Selling ${what} earns ${points(value)}.`,
    saleNothing: (what) => `Selling ${what} earns no token any more.`,
    saleCouncil: (tier) => `It comes with a council token of ${RANGES[tier]} points.`,
    saleNoCouncil: 'There is no council token left for it, that pile is empty.',
    needsTwo: 'With only one card you can’t sell it yet.',
    noneOwn: 'You have none in hand.',
    takeable: 'You can take one of them.',
    handFull: 'Your hand is full: you can’t take it, but exchange for it.',
    ownKnown: (count) =>
      count === 1 ? 'Your opponent knows one of them.' : `Your opponent knows ${count} of them.`,
    horseRule:
      'Packhorses stand in the stable and don’t count as cards in hand. All that are in the market are taken at once; in an exchange you can give them away.',
    stableOwn: 'In your stable',
    stableOf: (name) => `${name}’s stable`,
    horsesTake: (count) =>
      count === 1
        ? 'You can take the one in the market.'
        : `You can take ${allOf(count)} in the market.`,
    horsesNone: 'There is none in the market.',
    deckTitle: 'Draw pile',
    deckLeft: 'Cards in the pile',
    deckRule:
      'Whatever is taken is made up from the pile at once. When the pile is too small for that, the round ends; emptying it exactly doesn’t end it yet.',
    deckEnough: (count) => `It is enough for ${cards(count)}.`,
    deckHorses: (missing) =>
      `Whoever takes all the packhorses now ends the round: the pile is ${missing === 1 ? '1 card' : `${missing} cards`} short.`,
    deckLast: 'It is empty: whoever takes goods or packhorses now ends the round.',
    councilTitle: (tier) => `Council tokens for ${SIZES[tier]} cards`,
    councilLeft: 'Still to be had',
    councilValues: 'Values',
    councilOf: (left, all) => `${left} of ${all}`,
    councilRule: (tier) =>
      `Whoever sells ${SIZES[tier]} cards of one kind at once draws one. Until the round ends only its owner sees what it is worth.`,
    councilNow: (what) => `For ${what} you would get one now.`,
    councilNot: (tier) => `For that you don’t have ${SIZES[tier]} equal cards yet.`,
    councilGone: 'All are gone: such a sale earns tin tokens alone.',
    pileRule:
      'Every card sold earns a token from the top. When three piles are empty, the round ends.',
    pilesEmpty: (count) =>
      count === 0
        ? 'No pile is empty yet.'
        : count === 1
          ? 'One pile is empty already.'
          : 'Two piles are empty already: the next one ends the round.',
    wonOf: (count, sum) =>
      sum === null ? `${tokens(count)}, not all open` : `${tokens(count)}, ${points(sum)}`,
    wonRule:
      'The other side’s council tokens stay face down until the round ends. In a tie more council tokens count, then more tin tokens.',
    stableTitle: 'Stable token',
    stableValue: 'Value',
    stableRule:
      'At the end of the round it goes to whoever has more packhorses; with equally many to nobody.',
    stableYou: (lead) => `You would get the stable token, ${horses(lead)} ahead.`,
    stableThem: (name, lead) => `${name} would get the stable token, ${horses(lead)} ahead.`,
    stableNobody: 'With equally many packhorses nobody would get the stable token.',
  },
};
