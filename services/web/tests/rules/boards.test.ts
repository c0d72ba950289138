// The handed board cases that the referee runs, through the client's rules.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as mills from '../../src/lib/rules/mills';
import { resolve } from '../../src/lib/rules/options';
import { readPosition, writePosition } from '../../src/lib/rules/position';

interface Request {
  game: string;
  variant?: string | null;
  options?: Record<string, unknown>;
  moves: string[];
  position?: string;
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
  .filter((item) => item.request.game === 'mills');

function answer(request: Request): Record<string, unknown> {
  const options = resolve(request.variant ?? 'yucata', request.options);
  const at = request.position ? readPosition(request.position) : null;
  let state = at ? mills.begin(options, at.stones, at.hands, at.seat) : mills.start(options);
  const wrong = request.moves.findIndex((turn) => {
    if (!mills.isLegal(state, turn)) return true;
    state = mills.play(state, turn);
    return false;
  });
  const error = wrong < 0 ? null : { index: wrong };
  return { ...described(state), position: writePosition(state), error };
}

function described(state: mills.MillsState): Record<string, unknown> {
  const named = (seat: number | null): string | null =>
    seat === null ? null : ['white', 'black'][seat];
  const { outcome } = state;
  const legal = mills.legalTurns(state);
  if (!outcome)
    return { legal, turn: named(state.seat), phase: mills.phaseOf(state), result: null };
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

describe('the handed cases of Mühle', () => {
  it('are all there', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(20);
  });

  it.each(CASES.map((item) => [item.why, item] as const))('%s', (_, item) => {
    const reply = answer(item.request);
    for (const [name, wanted] of Object.entries(item.expect)) compare(reply, name, wanted);
  });
});

describe('perft from the start', () => {
  const paths = (state: mills.MillsState, depth: number): number =>
    depth === 0
      ? 1
      : mills
          .legalTurns(state)
          .reduce((sum, turn) => sum + paths(mills.play(state, turn), depth - 1), 0);

  it.each([
    ['battlemills-9', [24, 552, 12144, 255024]],
    ['battlemills-12', [24, 552, 12144, 255024]],
  ])('%s', (variant, counts) => {
    const begun = mills.start(resolve(variant));
    expect(counts.map((_, index) => paths(begun, index + 1))).toEqual(counts);
  });
});
