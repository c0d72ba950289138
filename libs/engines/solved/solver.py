"""Solves a game backwards from its ends: value and distance of every position, cycles drawn."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from libs.engines.solved.game import SmallGame, one_turn_back, turns_to_the_end

Values = dict[int, int]


def solve(game: SmallGame, roots: Iterable[int], known: Mapping[int, int]) -> Values:
    """Values of all positions that can be reached from `roots`, those in `known` excepted.

    A value is ±(WIN - turns) for the side to act when both play the shortest win and the longest
    resistance, 0 for a draw; whoever can't be forced goes round for ever, which is a draw, too.
    Positions in `known` are taken as they are and not looked behind.
    """
    graph = _Graph(game, known)
    graph.explore(roots)
    return graph.decided()


class _Graph:
    """Positions, who leads to whom, and how many of each one's turns are still undecided."""

    def __init__(self, game: SmallGame, known: Mapping[int, int]) -> None:
        self._game = game
        self._known = known
        self._values: Values = {}
        self._open: dict[int, int] = {}
        self._leading_to: dict[int, list[int]] = {}
        self._by_distance: defaultdict[int, list[int]] = defaultdict(list)

    def explore(self, roots: Iterable[int]) -> None:
        """Finds all positions, and decides those that are ends or known."""
        waiting = [root for root in dict.fromkeys(roots) if root not in self._known]
        self._leading_to = {root: [] for root in waiting}
        while waiting:
            position = waiting.pop()
            ended = self._game.ended(position)
            if ended is not None:
                self._decide(position, ended)
                continue
            after = {successor for _, successor in self._game.successors(position)}
            self._open[position] = len(after)
            for successor in after:
                if successor not in self._leading_to:
                    self._leading_to[successor] = []
                    if successor in self._known:
                        self._decide(successor, self._known[successor])
                    else:
                        waiting.append(successor)
                self._leading_to[successor].append(position)

    def _decide(self, position: int, value: int) -> None:
        self._values[position] = value
        if value:
            self._by_distance[turns_to_the_end(value)].append(position)

    def decided(self) -> Values:
        """All values. Nearer ends first, so that the first win found is the shortest."""
        distance = 0
        while distance <= max(self._by_distance, default=-1):
            for position in self._by_distance[distance]:
                self._look_back(position)
            distance += 1
        return {
            position: self._values.get(position, 0)
            for position in self._leading_to
            if position not in self._known
        }

    def _look_back(self, position: int) -> None:
        value = one_turn_back(self._values[position])
        for earlier in self._leading_to[position]:
            if earlier in self._values:
                continue
            self._open[earlier] -= 1
            # A turn that wins decides; one that loses only when it was the last way out, and
            # then it is the longest, too.
            if value > 0 or not self._open[earlier]:
                self._decide(earlier, value)
