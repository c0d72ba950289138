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
  const { outcome } = state;
  const colour = (seat: number): string => (seat === 0 ? 'white' : 'black');
  const winner = outcome?.winner ?? null;
  return {
    turn: outcome ? null : colour(state.seat),
    phase: outcome ? null : mills.phaseOf(state),
    position: writePosition(state),
    legal: mills.legalTurns(state),
    result: outcome && { ...outcome, winner: winner === null ? null : colour(winner) },
    error: wrong < 0 ? null : { index: wrong },
  };
}

function compare(reply: Record<string, unknown>, name: string, wanted: unknown): void {
  const legal = reply.legal as string[];
  const part = (turn: string): string => {
    const step = turn.split('x')[0];
    return name === 'legal_step' ? step : (step.split('-').at(-1) ?? '');
  };
  if (name === 'legal_count') expect(legal).toHaveLength(wanted as number);
  else if (name === 'legal_has') expect(legal).toEqual(expect.arrayContaining(wanted as string[]));
  else if (name === 'legal_lacks')
    expect(legal.filter((turn) => (wanted as string[]).includes(turn))).toEqual([]);
  else if (name === 'legal_step' || name === 'legal_to')
    for (const [key, turns] of Object.entries(wanted as Record<string, string[]>))
      expect(legal.filter((turn) => part(turn) === key)).toEqual([...turns].sort());
  else if (wanted !== null && typeof wanted === 'object' && !Array.isArray(wanted))
    expect(reply[name]).toMatchObject(wanted);
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
