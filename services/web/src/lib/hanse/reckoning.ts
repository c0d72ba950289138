// A round's calculation in all its parts, as far as the table that it came from still lies there.

import { tokensOf } from './info';
import type { HanseView, Sheet, Two } from './view';

export interface Reckoning {
  goods: Two<ReturnType<typeof tokensOf>>;
  council: Two<readonly number[]>;
  stables: Two<number>;
}

/** The parts of that round's sheet; null if the view shows another round's table. */
export function reckoned(view: HanseView, sheet: Sheet, number: number): Reckoning | null {
  const { table, rounds } = view;
  if (!table || rounds.length !== number || view.seat !== null) return null;
  const seats = [0, 1] as const;
  const council = seats.map((seat) =>
    table.won_council[seat].flatMap(([, value]) => (value === null ? [] : [value])),
  );
  const isWhole = seats.every((seat) => council[seat].length === sheet.sheet[seat].council_count);
  if (!isWhole) return null;
  return {
    goods: [tokensOf(table.won[0]), tokensOf(table.won[1])],
    council: [council[0], council[1]],
    stables: table.stables,
  };
}

/** A seat's seals after so many rounds. */
export function sealsAfter({ rounds }: HanseView, number: number, seat: 0 | 1): number {
  return rounds.slice(0, number).filter(({ winner }) => winner === seat).length;
}
