// Won, drawn, lost against each computer: kept on this device, and nowhere else.
//
// A game is noted while it runs and counted once, when it has ended. Taking back or a hint spoils
// it: it is not counted.

import { PLAY_KEYS, type PlayKey } from '../games';
import { STRENGTHS, type Strength } from '../players';
import { keep, recall } from '../storage';

export interface Score {
  won: number;
  drawn: number;
  lost: number;
}

export type Result = keyof Score;

export const NO_SCORE: Score = { won: 0, drawn: 0, lost: 0 };

const KEY = 'spielcenter.tally';
const MOST_NOTED = 50;

type Scores = Readonly<Record<string, Score>>;

export class Tally {
  #scores = $state.raw<Scores>({});
  /** Games that are being played → whether help was used. */
  #noted = $state.raw<Readonly<Record<string, boolean>>>({});

  constructor() {
    this.read();
  }

  /** Takes over what another tab has stored. */
  read(): void {
    const stored = recall(KEY);
    this.#scores = scoresIn(stored.scores);
    this.#noted = notedIn(stored.noted);
  }

  of(game: PlayKey, strength: Strength): Score {
    return this.#scores[`${game} ${strength}`] ?? NO_SCORE;
  }

  /** Whether there is anything to be shown of a game. */
  hasPlayed(game: PlayKey): boolean {
    return STRENGTHS.some((strength) => this.of(game, strength) !== NO_SCORE);
  }

  /** A game is being played on this device. */
  note(id: string): void {
    this.read();
    if (id in this.#noted) return;
    const known = Object.entries(this.#noted).slice(1 - MOST_NOTED);
    this.#store(this.#scores, { ...Object.fromEntries(known), [id]: false });
  }

  /** Help was used in a game: it does not count. */
  spoil(id: string): void {
    this.note(id);
    this.#store(this.#scores, { ...this.#noted, [id]: true });
  }

  /** Whether help was used in a game. */
  isSpoiled(id: string): boolean {
    return this.#noted[id] ?? false;
  }

  /** A game has ended: it counts if it was noted and not spoiled, and only once. */
  count(id: string, game: PlayKey, strength: Strength, result: Result): void {
    this.read();
    if (!(id in this.#noted) || this.#noted[id]) return;
    const noted = Object.fromEntries(Object.entries(this.#noted).filter(([one]) => one !== id));
    const before = this.of(game, strength);
    const after = { ...before, [result]: before[result] + 1 };
    this.#store({ ...this.#scores, [`${game} ${strength}`]: after }, noted);
  }

  /** Forgets all results of a game. */
  reset(game: PlayKey): void {
    this.read();
    const others = Object.entries(this.#scores).filter(([key]) => !key.startsWith(`${game} `));
    this.#store(Object.fromEntries(others), this.#noted);
  }

  #store(scores: Scores, noted: Readonly<Record<string, boolean>>): void {
    this.#scores = scores;
    this.#noted = noted;
    keep(KEY, { scores, noted });
  }
}

/** Only what makes sense is taken from the storage, which anybody can write into. */
function scoresIn(stored: unknown): Scores {
  const found: Record<string, Score> = {};
  for (const key of PLAY_KEYS.flatMap((game) => STRENGTHS.map((each) => `${game} ${each}`))) {
    const score = (stored as Record<string, Partial<Score>> | undefined)?.[key];
    const counts = [score?.won, score?.drawn, score?.lost];
    if (counts.every((count) => Number.isInteger(count) && Number(count) >= 0)) {
      const [won, drawn, lost] = counts.map(Number);
      found[key] = { won, drawn, lost };
    }
  }
  return found;
}

function notedIn(stored: unknown): Record<string, boolean> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([id, spoiled]) => [id, spoiled === true]));
}

export const tally = new Tally();
