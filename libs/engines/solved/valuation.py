"""Values of positions, for the game as such and under the draw limits of one that is played.

Both draw limits are exact. A position that stood so often that once more is a draw is a draw for
whoever comes to it; all others can't be held up by repetition, since a forced win never needs one
position twice. A win that takes longer than the limit without progress allows is a draw, too.
"""

from collections.abc import Iterable
from typing import Final

from libs.engines.solved.game import SmallGame, one_turn_back, turns_to_the_end
from libs.engines.solved.solver import Values, solve

NEVER: Final = 1_000_000_000
"""A limit that never comes."""


class Solution:
    """One game solved without draw limits; knows every position that was ever asked for."""

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._values: Values = {}
        self._limited: dict[int, Values] = {}
        self._longest = 0

    def solve(self, roots: Iterable[int]) -> None:
        """Solves whatever can be reached from `roots`."""
        found = solve(self.game, roots, self._values)
        self._values |= found
        self._longest = max(self._longest, *map(turns_to_the_end, found.values()), 0)

    def value(self, position: int) -> int:
        """±(WIN - turns) for the side to act, or 0."""
        if position not in self._values:
            self.solve([position])
        return self._values[position]

    def positions(self) -> Iterable[int]:
        """All positions solved so far."""
        return self._values.keys()

    def before_moving(self, position: int, limit: int) -> int:
        """The value of a position of the placing phase when moving may last `limit` turns."""
        value = self.value(position)
        if limit >= self._longest:
            return value
        if limit not in self._limited:
            self._limited = {limit: {}}
        values = self._limited[limit]
        if position not in values:
            moving = {
                other: value if turns_to_the_end(value) <= limit else 0
                for other, value in self._values.items()
                if self.game.is_moving(other)
            }
            values |= solve(self.game, [position], moving | values)
        return values[position]


class Valuation:
    """What positions are worth from one moment of a game on.

    `since`: turns without progress so far; `worn`: positions that are a draw for whoever comes to
    them. `ahead` is always the number of turns between that moment and the position asked about.
    """

    def __init__(
        self, solution: Solution, root: int, hands: int, *, since: int, limit: int, worn: set[int]
    ) -> None:
        self.game, self.root = solution.game, root
        self._solution, self._limit, self._worn = solution, limit, worn
        self._since = -hands if hands else since
        self._history: Values = {}
        if worn:
            known = dict.fromkeys(worn, 0)
            after = [position for _, position in self.game.successors(root)]
            self._history = known | solve(self.game, after, known)

    def value(self, position: int, ahead: int) -> int:
        """±(WIN - turns) for the side to act, or 0. Not for the root: its turns know better."""
        if not self.game.is_moving(position):
            return self._solution.before_moving(position, self._limit)
        value = self._history.get(position)
        if value is None:
            value = self._solution.value(position)
        is_in_time = self._since + ahead + turns_to_the_end(value) <= self._limit
        return value if is_in_time else 0

    def is_over(self, position: int, ahead: int) -> bool:
        """Whether nobody acts there any more."""
        if self.game.ended(position) is not None:
            return True
        is_late = self._since + ahead >= self._limit
        return self.game.is_moving(position) and (is_late or position in self._worn)

    def unlimited(self) -> int:
        """The value of the root if there were no draw limits."""
        after = [position for _, position in self.game.successors(self.root)]
        return max(one_turn_back(self._solution.value(position)) for position in after)
