"""The turn to play where endgame tables know the position."""

from collections.abc import Sequence
from typing import Final

import msgspec

from libs.engines.mills.board import POINTS
from libs.engines.mills.known import NOT_KNOWN, known_turn, looked_up, pitfalls
from libs.engines.mills.layout import CLOCK, CLOCK_BITS, HAND, HAND_BITS, INFINITE, MATE
from libs.engines.mills.memory import Memory
from libs.engines.mills.position import TURNED, Position
from libs.engines.mills.thinking import legal
from libs.engines.mills.turns import clocks_after, hands_after, other_after, own_after
from libs.engines.port import Exact
from libs.engines.tables.probing import DECISIVE, DRAW, UNKNOWN

LONGEST_LINE: Final = 40
WINS_AT_ONCE: Final = MATE - 1


class Endgame(msgspec.Struct, frozen=True):
    """What tables say: the position's value if it is certain, and scores of turns that are."""

    exact: Exact | None
    scores: dict[int, int]

    def best(self) -> list[int]:
        """The turns that win soonest, keep a draw or lose latest; none where that is open."""
        if self.exact is None:
            return []
        highest = max(self.scores.values(), default=-INFINITE)
        return [turn for turn, score in self.scores.items() if score == highest]


NOTHING_KNOWN: Final = Endgame(None, {})


def look_up(memory: Memory, position: Position, turns: Sequence[int]) -> Endgame:
    """What the tables in use know of a position and its turns."""
    if position.hands or looked_up(memory.address, position.own, position.other) == UNKNOWN:
        return NOTHING_KNOWN
    scores = _scores(memory, position, turns)
    return Endgame(_exact(memory, position), scores)


def _scores(memory: Memory, position: Position, turns: Sequence[int]) -> dict[int, int]:
    here = (memory.address, position.own, position.other, position.clocks)
    scores = {turn: known_turn(*here, turn) for turn in turns}
    return {turn: score for turn, score in scores.items() if score != NOT_KNOWN}


def _exact(memory: Memory, position: Position) -> Exact | None:
    """The value by the tables; None if a draw limit, or a repetition, could come first."""
    value = looked_up(memory.address, position.own, position.other)
    if value == DRAW:
        return Exact("draw", 0)
    turns = DECISIVE - abs(value)
    here = position.own | position.other << POINTS
    if turns > position.turns_left or position.worn - {here}:
        return None
    return Exact("win" if value > DRAW else "loss", turns)


def trickiest(memory: Memory, position: Position, turns: Sequence[int]) -> list[int]:
    """Of turns that keep a draw, those after which the largest share of the replies loses."""
    here = (memory.address, position.own, position.other, position.clocks)
    shares = {turn: pitfalls(*here, turn) for turn in turns}
    largest = max(shares.values())
    return [turn for turn in turns if shares[turn] == largest]


def line_of(memory: Memory, position: Position, turn: int) -> tuple[int, ...]:
    """The turn and the best ones behind it, as far as tables know an end."""
    line, scores = [turn], _scores(memory, position, [turn])
    while scores[line[-1]] not in {0, WINS_AT_ONCE} and len(line) < LONGEST_LINE:
        position = played(memory, position, line[-1])
        scores = _scores(memory, position, legal(memory, position))
        if not scores:
            break
        line.append(max(scores, key=lambda one: scores[one]))
    return tuple(line)


def played(memory: Memory, position: Position, turn: int) -> Position:
    """The position after a turn."""
    own, other, hands = position.own, position.other, hands_after(position.hands)
    clocks = clocks_after(memory.address, own, other, position.hands, position.clocks, turn)
    since_final = clocks >> CLOCK_BITS
    return Position(
        position.terms,
        other_after(other, turn),
        own_after(own, turn),
        hands & HAND,
        hands >> HAND_BITS,
        clocks & CLOCK,
        since_final,
        frozenset(key ^ TURNED for key in position.worn) if since_final else frozenset(),
    )
