// The running games in the order in which they are shown; nothing moves while somebody points at it.

import type { LiveGame } from '../protocol/generated';

/** A line of the list. What is over stays in its place for as long as the list is held. */
export interface Line {
  game: LiveGame;
  isOver: boolean;
}

/** The most watched games first, then the newest. */
export function inOrder(games: Iterable<LiveGame>): readonly Line[] {
  return [...games]
    .sort((a, b) => b.viewers - a.viewers || b.started_at_ms - a.started_at_ms)
    .map((game) => ({ game, isOver: false }));
}

/** The same lines with what is known now: each where it was, new ones at the end. */
export function inPlace(lines: readonly Line[], games: Iterable<LiveGame>): readonly Line[] {
  const now = new Map([...games].map((game) => [game.game, game]));
  const kept = lines.map(({ game }) => {
    const found = now.get(game.game);
    now.delete(game.game);
    return { game: found ?? game, isOver: found === undefined };
  });
  return [...kept, ...inOrder(now.values())];
}
