// What the pictures of an example show: stones, and the marks that tell turns apart.

import type { StonesExample } from './example';
import { after, filled, readTurn, type Line, type Seat, type Stones, type Turn } from './stones';

/** Played; or only possible; or not allowed. */
export type Standing = 'played' | 'allowed' | 'barred';

export interface Marked extends Turn {
  seat: Seat;
  standing: Standing;
  /** The turn as it is written. */
  written: string;
}

/** One picture: the position before its turns, and the turns marked on it. */
export interface Scene {
  stones: Stones;
  turns: readonly Marked[];
  /** Whether the played turns are numbered: a whole game on one board. */
  isNumbered: boolean;
  /** Lines that are filled after the played turns. */
  lines: readonly Line[];
}

/** The pictures of an example, in order; at least one. */
export function scenesOf(example: StonesExample): Scene[] {
  const { turns, expect, isWhole } = example;
  const hasOnlyPlacements = turns.every((turn) => !/[-x]/.test(turn));
  if (isWhole && turns.length && hasOnlyPlacements) return [whole(example)];
  const scenes = turnByTurn(example);
  const end = endOf(example);
  const options = optionsOf(example, end.seat);
  const last = scenes.pop();
  if (!last) return [scene(example, end, options)];
  // The last picture of a refused turn shows the position that the options are about.
  if (expect.error !== null) return [...scenes, withMore(last, options)];
  return [...scenes, last, ...(options.length ? [scene(example, end, options)] : [])];
}

function turnByTurn(example: StonesExample): Scene[] {
  let stones = example.start;
  return example.turns.map((written, index) => {
    const before = stones;
    const isBarred = index === example.expect.error;
    const turn = marked(written, before.seat, isBarred ? 'barred' : 'played');
    if (!isBarred) stones = after(before, turn);
    return scene(example, before, [turn]);
  });
}

/** The position after all turns that were not refused. */
export function endOf({ start, turns, expect }: StonesExample): Stones {
  return turns
    .filter((_, index) => index !== expect.error)
    .reduce((stones, turn) => after(stones, readTurn(turn)), start);
}

/** A game from its first turn, on one board. */
function whole(example: StonesExample): Scene {
  const { start, turns, expect, game, variant } = example;
  let stones = start;
  const played: Marked[] = [];
  for (const [index, written] of turns.entries()) {
    const turn = marked(written, stones.seat, index === expect.error ? 'barred' : 'played');
    played.push(turn);
    if (turn.standing === 'played') stones = after(stones, turn);
  }
  const last = played.findLast(({ standing }) => standing === 'played');
  const lines = last ? filled(game, variant, stones, last.to) : [];
  const board = { stones: start, turns: played, isNumbered: true, lines };
  return withMore(board, optionsOf(example, stones.seat));
}

function scene(example: StonesExample, stones: Stones, turns: readonly Marked[]): Scene {
  const { game, variant } = example;
  // A stone that might be placed is shown with the line it would fill, too.
  const lead = turns.find(
    ({ standing, takes }) => standing === 'played' || (standing === 'allowed' && takes),
  );
  const lines = lead ? filled(game, variant, after(stones, lead), lead.to) : [];
  return { stones, turns, isNumbered: false, lines };
}

/** Turns that the example calls allowed or not, besides those that are already marked. */
function optionsOf({ expect }: StonesExample, seat: Seat): Marked[] {
  const allowed = [...expect.allowed, ...(expect.all ?? []), ...expect.steps.flatMap(([, t]) => t)];
  const shut = expect.steps.filter(([, turns]) => !turns.length).map(([step]) => step);
  return [
    ...allowed.map((turn) => marked(turn, seat, 'allowed')),
    ...[...expect.barred, ...shut].map((turn) => marked(turn, seat, 'barred')),
  ];
}

function withMore(one: Scene, options: readonly Marked[]): Scene {
  const known = new Set(one.turns.map(({ written }) => written));
  const more = options.filter(({ written }) => !known.has(written));
  return { ...one, turns: [...one.turns, ...more] };
}

function marked(written: string, seat: Seat, standing: Standing): Marked {
  return { ...readTurn(written), seat, standing, written };
}
