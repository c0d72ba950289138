// What the board shows at each point, and how a point is read out.

import type { GameWords } from '../i18n/game.de';
import { inRows } from '../rules/board';
import { readTurn } from '../rules/notation';
import { other, type Seat, type StonesState } from '../rules/state';
import { has, type Choices, type Draft } from './draft';

export interface Marks {
  points: readonly string[];
  /** Whose stone stands there; the stone of an unfinished turn already stands on its target. */
  seatAt: (point: number) => Seat | null;
  /** Source and target of the last turn. */
  last: number;
  /** The point where the last turn took a stone. */
  captured: number | null;
  inRow: number;
  picked: number | null;
}

/** Everything to be marked in a position with an unfinished turn on top. */
export function marksOf(state: StonesState, draft: Draft): Marks {
  const own = drafted(state.stones[state.seat], draft);
  const theirs = state.stones[other(state.seat)];
  const [white, black] = state.seat === 0 ? [own, theirs] : [theirs, own];
  const { board } = state;
  return {
    ...lastTurn(state),
    points: board.points,
    seatAt: (point) => (has(white, point) ? 0 : has(black, point) ? 1 : null),
    inRow: inRows(board, white) | inRows(board, black),
    picked: draft.target === null ? draft.source : null,
  };
}

function lastTurn({ last: turn, board }: StonesState): Pick<Marks, 'last' | 'captured'> {
  const step = turn === null ? null : readTurn(board, turn);
  if (!step) return { last: 0, captured: null };
  const source = step.source === null ? 0 : 1 << step.source;
  return { last: source | (1 << step.target), captured: step.taken };
}

function drafted(own: number, { source, target }: Draft): number {
  if (target === null) return own;
  return (source === null ? own : own & ~(1 << source)) | (1 << target);
}

/** A point in words: `a7, weißer Stein, in einer Mühle`. */
export function announce(
  t: GameWords,
  marks: Marks,
  open: Choices,
  point: number,
  isThreat: boolean,
): string {
  const seat = marks.seatAt(point);
  const said: [boolean, string][] = [
    [has(marks.inRow, point), t.point.inRow],
    [marks.picked === point, t.point.picked],
    [has(open.targets, point), t.point.target],
    [has(open.takeable, point), t.point.takeable],
    [isThreat, t.point.threat],
    [seat !== null && has(marks.last, point), t.point.last],
    [seat === null && marks.captured === point, t.point.captured],
  ];
  const extra = said.flatMap(([holds, text]) => (holds ? [text] : []));
  return [marks.points[point], seat === null ? t.point.empty : t.stone[seat], ...extra].join(', ');
}
