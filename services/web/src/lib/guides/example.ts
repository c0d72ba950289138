// An example of a guide: a request to the referee with a caption, read strictly into what is drawn.

import { readTable, type HanseTable } from './hanse-table';
import { field, list, names, number, parse, record, text, type Json } from './json';
import { readStones, startOf, type Stones, type StonesGame } from './stones';
import { GuideError } from './tree';

/** A line of the score sheet of a round. */
export interface Score {
  goods: number;
  council: number;
  stable: number;
}

export interface Result {
  /** The winner's seat; null: a draw. */
  winner: number | null;
  reason: string;
  scores: readonly number[];
  sheet: readonly Score[];
}

/** What the example says about the reply; `error` is the number of the refused turn. */
export interface Expectation {
  result: Result | null;
  error: number | null;
  /** All legal turns, if they are listed. */
  all: readonly string[] | null;
  allowed: readonly string[];
  barred: readonly string[];
  /** A placement or move, and the whole turns that begin with it. */
  steps: readonly (readonly [string, readonly string[]])[];
  count: number | null;
  /** The position afterwards. */
  position: Json;
}

interface Told {
  title: string;
  turns: readonly string[];
  expect: Expectation;
}

export interface StonesExample extends Told {
  game: StonesGame;
  variant: string;
  start: Stones;
  /** Whether it begins on the empty board, so that its turns tell a whole game. */
  isWhole: boolean;
}

export interface HanseExample extends Told {
  game: 'hanse';
  table: HanseTable;
}

export type Example = StonesExample | HanseExample;

const STONES_GAMES: readonly StonesGame[] = ['mills', 'three', 'dara', 'tictactoe'];
const EXPECTED = new Set(
  (
    'result error turn phase position ' + 'legal legal_has legal_lacks legal_step legal_count'
  ).split(' '),
);

/** Reads the JSON of an example. Throws GuideError, also for what could not be shown. */
export function readExample(source: string): Example {
  const whole = record(parse(source), 'example');
  const request = record(field(whole, 'request'), 'request');
  const told: Told = {
    title: text(field(whole, 'title'), 'title'),
    turns: 'moves' in request ? names(request.moves, 'moves') : [],
    expect: readExpectation(record(field(whole, 'expect'), 'expect')),
  };
  const key = text(field(request, 'game'), 'game');
  if (key === 'hanse') return { ...told, game: key, table: readTable(request.position) };
  const game = STONES_GAMES.find((name) => name === key);
  if (!game) throw new GuideError(`an example of an unknown game: ${key}`);
  const variant = 'variant' in request ? text(request.variant, 'variant') : '';
  const isWhole = !('position' in request);
  const start = isWhole ? startOf(game, variant) : readStones(text(request.position, 'position'));
  return { ...told, game, variant, start, isWhole };
}

function readExpectation(expect: Record<string, Json>): Expectation {
  const strange = Object.keys(expect).find((name) => !EXPECTED.has(name));
  if (strange) throw new GuideError(`an expectation that is not shown: ${strange}`);
  const { legal, result, error, legal_count: count } = expect;
  const turns = (name: string): string[] => (name in expect ? names(expect[name], name) : []);
  const steps = 'legal_step' in expect ? record(expect.legal_step, 'legal_step') : {};
  return {
    result: result ? readResult(record(result, 'result')) : null,
    error: error ? number(field(record(error, 'error'), 'index'), 'index') : null,
    all: legal === undefined ? null : names(legal, 'legal'),
    allowed: turns('legal_has'),
    barred: turns('legal_lacks'),
    steps: Object.entries(steps).map(([name, found]) => [name, names(found, name)] as const),
    count: count === undefined ? null : number(count, 'legal_count'),
    position: expect.position ?? null,
  };
}

function readResult(result: Record<string, Json>): Result {
  return {
    winner: seatOf(field(result, 'winner')),
    reason: text(field(result, 'reason'), 'reason'),
    scores: 'scores' in result ? list(result.scores, 'scores').map((n) => number(n, 'score')) : [],
    sheet: 'sheet' in result ? list(result.sheet, 'sheet').map(readScore) : [],
  };
}

function readScore(value: Json): Score {
  const score = record(value, 'sheet');
  const part = (name: string): number => number(field(score, name), name);
  return { goods: part('goods'), council: part('council'), stable: part('stable') };
}

function seatOf(winner: Json): number | null {
  if (winner === null) return null;
  if (typeof winner === 'number') return winner;
  const seat = ['white', 'black'].indexOf(text(winner, 'winner'));
  if (seat < 0) throw new GuideError('a winner is white or black');
  return seat;
}
