"""How strongly a solved game is played: how far one looks, and which of equal turns one takes."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from libs.engines.solved.game import one_turn_back, turns_to_the_end
from libs.engines.solved.valuation import Valuation
from libs.rules.strength import Strength

MEDIUM_PLIES: Final = 3
EASY_PLIES: Final = (2, 2, 1, 1, 0)
"""How far easy looks, by a throw of the dice: it takes most wins and parries some threats."""


class Candidate(NamedTuple):
    """A turn, the position after it, and its value for who plays it."""

    turn: str
    after: int
    value: int

    def seen_within(self, plies: int) -> int:
        """The value for one who looks so many plies ahead: 0 when nothing is decided by then."""
        return self.value if turns_to_the_end(self.value) <= plies else 0


def candidates(valuation: Valuation, position: int, ahead: int) -> list[Candidate]:
    """All turns at a position with their values, sorted by text."""
    return [
        Candidate(turn, after, one_turn_back(valuation.value(after, ahead + 1)))
        for turn, after in valuation.game.successors(position)
    ]


def choose(
    strength: Strength, found: Sequence[Candidate], valuation: Valuation, dice: Random
) -> Candidate:
    """The turn to play at the root; `found` are its candidates, at least one.

    Of turns with the same value the strong one prefers those after which the opponent has most
    ways to go wrong; otherwise, and for the others, the dice decide.
    """
    if strength == "strong":
        best = _best(found, lambda one: one.value)
        return dice.choice(_best(best, lambda one: share_of_pitfalls(valuation, one.after, 1)))
    plies = MEDIUM_PLIES if strength == "medium" else dice.choice(EASY_PLIES)
    return dice.choice(_best(found, lambda one: one.seen_within(plies)))


def share_of_pitfalls(valuation: Valuation, position: int, ahead: int) -> float:
    """The share of the turns at `position` that spoil what it is worth to the side to act."""
    if valuation.is_over(position, ahead):
        return 0.0
    turns = candidates(valuation, position, ahead)
    worth = valuation.value(position, ahead)
    return sum(one.value < worth for one in turns) / len(turns) if turns else 0.0


def best_line(valuation: Valuation, first: Candidate, longest: int) -> tuple[str, ...]:
    """`first` and the best turns of both sides after it, to the end or so many in all.

    Where both would go round in circles, it ends at the first position that comes again.
    """
    line, position, been = [first.turn], first.after, {valuation.root}
    while len(line) < longest and not valuation.is_over(position, len(line)):
        if position in been:
            break
        been.add(position)
        found = candidates(valuation, position, len(line))
        if not found:
            break
        best = max(found, key=lambda one: one.value)
        line.append(best.turn)
        position = best.after
    return tuple(line)


def _best(found: Sequence[Candidate], worth: Callable[[Candidate], float]) -> list[Candidate]:
    values = [worth(one) for one in found]
    highest = max(values)
    return [one for one, value in zip(found, values, strict=True) if value == highest]
