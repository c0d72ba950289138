// What the two at this device call themselves in which game: kept here, and nowhere else.

import { hotseat } from '../i18n/hotseat.svelte';
import { seatNames } from '../seats';
import type { GameTerms } from '../protocol/generated';
import { keep, recall } from '../storage';

/** By seat; empty where somebody has no name. */
export type Pair = readonly [first: string, second: string];

export const LONGEST_NAME = 20;
export const NOBODY: Pair = ['', ''];

const KEY = 'spielcenter.hotseat.names';
const MOST_GAMES = 60;

export class TableNames {
  #names = $state.raw<Readonly<Record<string, Pair>>>({});

  constructor() {
    this.read();
  }

  /** Takes over what another tab has stored. */
  read(): void {
    const stored = Object.entries(recall(KEY)).map(([game, pair]) => [game, pairOf(pair)]);
    this.#names = Object.fromEntries(stored) as Record<string, Pair>;
  }

  of(game: string): Pair {
    return this.#names[game] ?? NOBODY;
  }

  note(game: string, names: Pair): void {
    this.read();
    const others = Object.entries(this.#names).filter(([one]) => one !== game);
    const kept = others.slice(1 - MOST_GAMES);
    this.#names = Object.fromEntries([...kept, [game, pairOf(names)]]);
    keep(KEY, this.#names);
  }

  /** Who sat where in one game changes sides in the next; once, whichever tab notices it. */
  passOn(game: string, next: string): void {
    this.read();
    if (next in this.#names || !(game in this.#names)) return;
    const [first, second] = this.of(game);
    this.note(next, [second, first]);
  }
}

/** Only what makes sense is taken from the storage, which anybody can write into. */
export function pairOf(stored: unknown): Pair {
  const [first, second] = Array.isArray(stored) ? (stored as unknown[]) : [];
  return [nameOf(first), nameOf(second)];
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, LONGEST_NAME) : '';
}

export const tableNames = new TableNames();

/** The two of a game at this device: by their names, or else by their stones or places. */
export function namesAt(game: string, terms: GameTerms): [string, string] {
  const unnamed = seatNames(terms.game);
  const [first, second] = tableNames.of(game);
  return [first || unnamed[0], second || unnamed[1]];
}

/** The two together, as the name of their game in a list. */
export function tableName(game: string, terms: GameTerms): string {
  return hotseat.t.list.title(...namesAt(game, terms));
}
