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
  const { start, turns, expect, isWhole } = example;
  const hasOnlyPlacements = turns.every((turn) => !/[-x]/.test(turn));
  if (isWhole && turns.length && hasOnlyPlacements) return [whole(example)];
  const scenes: Scene[] = [];
  let stones = start;
  for (const [index, written] of turns.entries()) {
    const isBarred = index === expect.error;
    const turn = marked(written, stones.seat, isBarred ? 'barred' : 'played');
    scenes.push(scene(example, stones, [turn]));
    if (!isBarred) stones = after(stones, turn);
  }
  const options = optionsOf(example, stones.seat);
  const last = scenes.at(-1);
  if (!last) return [scene(example, stones, options)];
  if (expect.error !== null) return [...scenes.slice(0, -1), withMore(last, options)];
  return options.length ? [...scenes, scene(example, stones, options)] : scenes;
}

/** The position after all turns that were not refused. */
export function endOf({ start, turns, expect }: StonesExample): Stones {
  return turns
    .filter((_, index) => index !== expect.error)
    .reduce((stones, turn) => after(stones, readTurn(turn)), start);
}

function whole(example: StonesExample): Scene {
  const { start, turns, expect } = example;
  let stones = start;
  const played: Marked[] = [];
  for (const [index, written] of turns.entries()) {
    const turn = marked(written, stones.seat, index === expect.error ? 'barred' : 'played');
    played.push(turn);
    if (turn.standing === 'played') stones = after(stones, turn);
  }
  const options = optionsOf(example, stones.seat);
  return withMore({ ...scene(example, start, played), isNumbered: true }, options);
}

function scene(example: StonesExample, stones: Stones, turns: readonly Marked[]): Scene {
  const { game, variant } = example;
  // A stone that only might be placed is shown with what it would close, too.
  const done = turns.filter(({ standing, takes }) => standing === 'played' || takes);
  const last = done.at(-1);
  const all = done.slice(0, 1).concat(done.filter(({ to }) => to !== done[0].to));
  const end = all.reduce<Stones>((position, turn) => after(position, turn), stones);
  return {
    stones,
    turns,
    isNumbered: false,
    lines: last && last.standing !== 'barred' ? filled(game, variant, end, last.to) : [],
  };
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
