// The handed board cases that the referee runs, through the client's rules.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAMES, gameKey, resolve } from '../../src/lib/rules/games';
import type { GameKey } from '../../src/lib/rules/law';
import { begin, isLegal, legalTurns, phaseOf, play, start } from '../../src/lib/rules/play';
import { readPosition, writePosition } from '../../src/lib/rules/position';
import type { StonesState } from '../../src/lib/rules/state';

interface Request {
  game: GameKey;
  variant?: string | null;
  options?: Record<string, unknown>;
  moves: string[];
  position?: string | null;
}

interface Case {
  request: Request;
  expect: Record<string, unknown>;
  why: string;
}

const FILE = join(import.meta.dirname, '../../../../tests/golden/boards.jsonl');
const CASES = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .filter((item) => gameKey(item.request.game) !== null);

function answer(request: Request): Record<string, unknown> {
  const { game, variant, position } = request;
  const options = resolve(game, variant ?? GAMES[game].plain, request.options);
  let state = position
    ? begin(game, options, readPosition(GAMES[game].boardOf(options), position))
    : start(game, options);
  const wrong = request.moves.findIndex((turn) => {
    if (!isLegal(state, turn)) return true;
    state = play(state, turn);
    return false;
  });
  const error = wrong < 0 ? null : { index: wrong };
  return { ...described(state), position: writePosition(state), error };
}

function described(state: StonesState): Record<string, unknown> {
  const named = (seat: number | null): string | null =>
    seat === null ? null : ['white', 'black'][seat];
  const { outcome } = state;
  const legal = legalTurns(state);
  if (!outcome) return { legal, turn: named(state.seat), phase: phaseOf(state), result: null };
  const result = { reason: outcome.reason, winner: named(outcome.winner) };
  return { legal, turn: null, phase: null, result };
}

type Check = (legal: string[], wanted: unknown) => void;

/** Expectations about the legal turns, in the words of the cases' README. */
const CHECKS: Record<string, Check | undefined> = {
  legal_count: (legal, wanted) => expect(legal).toHaveLength(wanted as number),
  legal_has: (legal, wanted) => expect(legal).toEqual(expect.arrayContaining(wanted as string[])),
  legal_lacks: (legal, wanted) =>
    expect(legal.filter((turn) => (wanted as string[]).includes(turn))).toEqual([]),
  legal_step: (legal, wanted) => parts(legal, wanted, (step) => step),
  legal_to: (legal, wanted) => parts(legal, wanted, (step) => step.slice(-2)),
};

function parts(legal: string[], wanted: unknown, part: (step: string) => string): void {
  for (const [key, turns] of Object.entries(wanted as Record<string, string[]>)) {
    const found = legal.filter((turn) => part(turn.split('x')[0]) === key);
    expect(found).toEqual([...turns].sort());
  }
}

function compare(reply: Record<string, unknown>, name: string, wanted: unknown): void {
  const check = CHECKS[name];
  const isObject = wanted !== null && typeof wanted === 'object' && !Array.isArray(wanted);
  if (check) check(reply.legal as string[], wanted);
  else if (isObject) expect(reply[name]).toMatchObject(wanted);
  else expect(reply[name]).toEqual(wanted);
}

describe('the handed cases of all games', () => {
  it('are all there', () => {
    const games = CASES.map(({ request }) => request.game);
    for (const [game, least] of Object.entries({ mills: 20, three: 4, dara: 6, tictactoe: 2 })) {
      expect(games.filter((one) => one === game).length).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(CASES.map((item) => [item.why, item] as const))('%s', (_, item) => {
    const reply = answer(item.request);
    for (const [name, wanted] of Object.entries(item.expect)) compare(reply, name, wanted);
  });
});

describe('perft from the start', () => {
  const paths = (state: StonesState, depth: number): number =>
    depth === 0
      ? 1
      : legalTurns(state).reduce((sum, turn) => sum + paths(play(state, turn), depth - 1), 0);

  it.each([
    ['mills', 'battlemills-9', [24, 552, 12144, 255024]],
    ['mills', 'battlemills-12', [24, 552, 12144, 255024]],
    ['three', 'little-table', [9, 72, 504, 3024, 15120, 54720]],
    ['dara', 'little-table', [30, 870, 24360]],
    ['tictactoe', 'little-table', [9, 72, 504, 3024, 15120, 54720]],
  ] as const)('%s, %s', (game, variant, counts) => {
    const begun = start(game, resolve(game, variant));
    expect(counts.map((_, index) => paths(begun, index + 1))).toEqual(counts);
  });
});
