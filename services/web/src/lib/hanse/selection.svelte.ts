// The cards one has marked, and the trade they make.

import { SvelteSet } from 'svelte/reactivity';
import { counted, countOf, isGood, spread, total, type Counts } from './goods';
import { refusal } from './legal';
import { readTurn, writeTurn, type Turn } from './notation';
import { cardsOf, tierOf } from './play';
import { GOODS, type Good, type HanseView, type Kind, type TableView, type Tier } from './view';
import type { Seat } from '../rules/state';

/** Why marked cards are no turn yet, where the rules have no code for it. */
export type DraftCode = 'nothing_given' | 'nothing_taken' | 'sell_one_kind';

/** Codes of the rules for horses among other cards. */
type HorseCode = 'horse_from_market' | 'horses_together';

/** What the marked cards do at once, or why nothing comes of them. */
export interface Proposal {
  /** The turn, if it can be played as it is. */
  turn: string | null;
  /** A code of the rules or a DraftCode. */
  code: string | null;
  gets: Counts;
  gives: Counts;
  /** A sale's goods tokens, from the top of their pile. */
  tokens: readonly number[];
  /** Cards of a sale for which no token is left. */
  unpaid: number;
  /** The council pile from which the sale takes a token. */
  tier: Tier | null;
  isEmpty: boolean;
}

/**
 * Marks are places: of the market, and among each kind's cards in the own hand (the first is 0).
 * They mean nothing in another position: `clear` them then.
 */
export class Selection {
  readonly #view: () => HanseView;
  readonly #market = new SvelteSet<number>();
  readonly #hand = new SvelteSet<string>();
  #horses = $state(0);

  /** Takes the way to the view whose cards are touched. */
  constructor(view: () => HanseView) {
    this.#view = view;
  }

  /** Horses of the own stable that are given. */
  get horses(): number {
    return this.#horses;
  }

  hasMarket(place: number): boolean {
    return this.#market.has(place);
  }

  hasHand(good: Good, place: number): boolean {
    return this.#hand.has(key(good, place));
  }

  /** Marks a card of the market or unmarks it; horses go all together. */
  toggleMarket(place: number): void {
    const { market } = this.#table();
    const isMarked = this.#market.has(place);
    market.forEach((kind, other) => {
      if (other !== place && !(kind === 'horse' && market[place] === 'horse')) return;
      if (isMarked) this.#market.delete(other);
      else this.#market.add(other);
    });
  }

  toggleHand(good: Good, place: number): void {
    const card = key(good, place);
    if (!this.#hand.delete(card)) this.#hand.add(card);
  }

  /** One more horse of the stable is given, as long as there is one. */
  addHorse(): void {
    const { stables, turn } = this.#table();
    this.#horses = Math.min(this.#horses + 1, stables[turn]);
  }

  dropHorse(): void {
    this.#horses = Math.max(0, this.#horses - 1);
  }

  clear(): void {
    this.#market.clear();
    this.#hand.clear();
    this.#horses = 0;
  }

  /** Marks the cards of a turn: a hint. */
  set(turn: string): void {
    this.clear();
    const { market } = this.#table();
    const { gets, gives } = cardsOf(readTurn(turn), market);
    const left: Partial<Record<Kind, number>> = { ...gets };
    market.forEach((kind, place) => {
      if (!left[kind]) return;
      left[kind] -= 1;
      this.#market.add(place);
    });
    for (const good of GOODS) {
      for (let place = 0; place < countOf(gives, good); place++) this.#hand.add(key(good, place));
    }
    this.#horses = countOf(gives, 'horse');
  }

  /** What comes of the marked cards. */
  proposal(view: HanseView, seat: Seat): Proposal {
    const { table } = view;
    const gets = counted(table?.market.filter((_, place) => this.#market.has(place)) ?? []);
    const gives = this.#given();
    if (!table || total(gets) + total(gives) === 0) return { ...NOTHING, isEmpty: true };
    const draft = draftOf(gets, gives);
    if (typeof draft === 'string') return { ...NOTHING, code: draft, gets, gives };
    const turn = writeTurn(draft);
    const code = refusal(view, seat, turn);
    const proposal = { ...NOTHING, turn: code === null ? turn : null, code, gets, gives };
    return draft.kind === 'sell' ? { ...proposal, ...paid(table, draft) } : proposal;
  }

  #given(): Counts {
    const cards = [...this.#hand].map((card) => card.split(' ')[0] as Good);
    return { ...counted(cards), ...(this.#horses > 0 ? { horse: this.#horses } : {}) };
  }

  #table(): TableView {
    const { table } = this.#view();
    if (!table) throw new Error('nothing has been dealt');
    return table;
  }
}

const NOTHING: Proposal = {
  turn: null,
  code: null,
  gets: {},
  gives: {},
  tokens: [],
  unpaid: 0,
  tier: null,
  isEmpty: false,
};

function key(good: Good, place: number): string {
  return `${good} ${place}`;
}

/** The turn that these cards mean, or why they mean none. */
function draftOf(gets: Counts, gives: Counts): Turn | DraftCode | HorseCode {
  const [taken, given] = [spread(gets), spread(gives)];
  if (gets.horse) return horsesOf(taken, given);
  if (!taken.length) return saleOf(given);
  if (given.length) return { kind: 'swap', taken: gets, given: gives };
  return taken.length === 1 ? { kind: 'take', good: taken[0] } : 'nothing_given';
}

/** All horses of the market, which nothing goes with. */
function horsesOf(taken: readonly Kind[], given: readonly Kind[]): Turn | HorseCode {
  if (given.length) return 'horse_from_market';
  return taken.every((kind) => kind === 'horse') ? { kind: 'horses' } : 'horses_together';
}

function saleOf(given: readonly Kind[]): Turn | DraftCode {
  const [good] = given;
  if (given.includes('horse')) return 'nothing_taken';
  if (given.some((kind) => kind !== good)) return 'sell_one_kind';
  return { kind: 'sell', good, count: given.length };
}

function paid(table: TableView, { good, count }: { good: Kind; count: number }): Partial<Proposal> {
  const tokens = isGood(good) ? table.tokens[good].slice(0, count) : [];
  return { tokens, unpaid: count - tokens.length, tier: tierOf(table, count) };
}
