"""The state that all games of stones share, and what a step does to the stones."""

from typing import Generic, Protocol, TypeVar

import msgspec

from libs.rules.game import Outcome, Seat
from libs.rules.stones.layout import Placed
from libs.rules.stones.notation import NONE, Step
from libs.rules.stones.seen import NOTHING_SEEN, Seen


class Repeating(Protocol):
    """A game's terms, as far as repetition goes."""

    @property
    def repetition(self) -> int | None:
        """How often a position may stand before it is a draw; None: as often as you like."""


T = TypeVar("T", bound=Repeating)
C = TypeVar("C")


class State(msgspec.Struct, Generic[T, C], frozen=True, gc=False):
    """Everything about a game. Stones are bit sets; stones and hands are ordered by seat."""

    terms: T
    stones: tuple[int, int]
    hands: tuple[int, int]
    seat: Seat
    ply: int
    last: str | None
    counters: C
    seen: Seen
    outcome: Outcome | None

    @property
    def placed(self) -> Placed:
        """The position alone, without counters and history."""
        return Placed(self.stones, self.hands, self.seat)


def moved(own: int, step: Step) -> int:
    """The mover's stones after a placement or move."""
    if step.source != NONE:
        own ^= 1 << step.source
    return own | 1 << step.target


def after(state: State[T, C], step: Step) -> Placed:
    """The position after a legal turn; a placement comes from the hand."""
    seat, hands = state.seat, state.hands
    own, other = moved(state.stones[seat], step), state.stones[1 - seat]
    if step.taken != NONE:
        other ^= 1 << step.taken
    if step.source == NONE:
        hands = (hands[0] - 1, hands[1]) if seat == 0 else (hands[0], hands[1] - 1)
    return Placed((own, other) if seat == 0 else (other, own), hands, Seat(1 - seat))


def history(terms: Repeating, placed: Placed, before: Seen) -> Seen:
    """The positions seen, with one more; nothing while the repetition rule is off.

    Hands are left out of the key: whoever places or takes begins a new history.
    """
    if terms.repetition is None:
        return NOTHING_SEEN
    white, black = placed.stones
    return before.add(white | black << 32 | placed.seat << 64)


def is_final(step: Step) -> bool:
    """Whether a turn can't be taken back on the board: a placement or a capture."""
    return step.source == NONE or step.taken != NONE


def refuse_placing(state: State[T, C], step: Step) -> str | None:
    """Why no stone can be placed there, as far as all games agree; None if it can."""
    if not state.hands[state.seat]:
        return "hand_empty"
    if (state.stones[0] | state.stones[1]) >> step.target & 1:
        return "point_occupied"
    return None


def refuse_moving(state: State[T, C], step: Step) -> str | None:
    """Why that stone can't go there, as far as all games agree; None if it can."""
    if state.hands != (0, 0):
        return "hand_not_empty" if state.hands[state.seat] else "still_placing"
    own, other = state.stones[state.seat], state.stones[1 - state.seat]
    if not own >> step.source & 1:
        return "not_your_stone" if other >> step.source & 1 else "no_stone_there"
    return "point_occupied" if (own | other) >> step.target & 1 else None


def refuse_taken(own: int, other: int, step: Step) -> str | None:
    """Why the stone named after `x` is none of the opponent's; None if it is one."""
    if other >> step.taken & 1:
        return None
    return "own_stone_taken" if own >> step.taken & 1 else "nothing_to_take"
