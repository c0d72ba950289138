// The games that have a guide, in the order in which they are shown.

export const GUIDE_GAMES = ['mills', 'three', 'dara', 'tictactoe', 'hanse'] as const;

export type GuideGame = (typeof GUIDE_GAMES)[number];

/** The game of that key, if it has a guide. */
export function guideGame(key: string | undefined): GuideGame | null {
  return GUIDE_GAMES.find((game) => game === key) ?? null;
}
