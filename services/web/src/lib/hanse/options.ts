// The variants of Battlehanse, as libs/rules/hanse/state.py writes them down.

export interface HanseOptions {
  seals: number;
  /** Exchanges in a row that end a round; null: none do. */
  standstill_limit: number | null;
}

export const STANDSTILL = 40;
const PLAIN: HanseOptions = { seals: 2, standstill_limit: STANDSTILL };

/** The usual one first. */
export const HANSE_VARIANTS: Readonly<Record<string, HanseOptions>> = {
  battlehanse: PLAIN,
  'one-round': { seals: 1, standstill_limit: STANDSTILL },
};

/**
 * All options of a variant, with what was changed; of an unknown variant the plain one's. Does not
 * check the values.
 */
export function resolveHanse(
  variant: string | null,
  changed: Record<string, unknown> = {},
): HanseOptions {
  const base = variant !== null && variant in HANSE_VARIANTS ? HANSE_VARIANTS[variant] : PLAIN;
  return { ...base, ...(changed as Partial<HanseOptions>) };
}
