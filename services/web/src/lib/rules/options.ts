// The variants of Mühle and what each of them settles.

import type { BoardName } from './board';

export interface MillsOptions {
  board: BoardName;
  flying: boolean;
  mill_protection: boolean;
  no_mill_limit: number | null;
  no_capture_limit: number | null;
  repetition: number | null;
  full_board_draw: boolean;
}

export type Variant = 'battlemills-9' | 'battlemills-12' | 'yucata' | 'little-table';

const BATTLEMILLS = {
  flying: true,
  mill_protection: true,
  no_mill_limit: 25,
  no_capture_limit: null,
  repetition: 3,
  full_board_draw: true,
};

const WITHOUT_DRAWS = {
  board: 'nine' as const,
  flying: true,
  mill_protection: true,
  no_mill_limit: null,
  no_capture_limit: null,
  repetition: null,
  full_board_draw: false,
};

export const VARIANTS: Readonly<Record<Variant, MillsOptions>> = {
  'battlemills-9': { ...BATTLEMILLS, board: 'nine' },
  'battlemills-12': { ...BATTLEMILLS, board: 'twelve' },
  yucata: WITHOUT_DRAWS,
  'little-table': { ...WITHOUT_DRAWS, no_capture_limit: 100, repetition: 3 },
};

export const VARIANT_NAMES = Object.keys(VARIANTS) as Variant[];

/** Whether this build of the client knows the variant. */
export function isVariant(name: string): name is Variant {
  return name in VARIANTS;
}

/** A variant's options with some of them changed. Does not check the values: the server does. */
export function resolve(variant: string, changed: Record<string, unknown> = {}): MillsOptions {
  const base = isVariant(variant) ? VARIANTS[variant] : VARIANTS.yucata;
  return { ...base, ...(changed as Partial<MillsOptions>) };
}
