"""From a view of Dara to the search's array, and from turns of kernels to text."""

from typing import Final

import numpy as np
import numpy.typing as npt

from libs.engines.dara import layout
from libs.engines.dara.kernel.moves import set_key
from libs.rules.dara.board import BOARD
from libs.rules.dara.notation import NOTATION
from libs.rules.game import Json, Seat
from libs.rules.stones.layout import Placed, indices
from libs.rules.stones.notation import NONE, Step

Words = npt.NDArray[np.int64]
_STONES: Final = 1 << 32
"""History keys of `libs.rules.stones`: white's stones below this, black's above, then the seat."""


def empty_words() -> Words:
    """The array of one search."""
    return np.zeros(layout.WORDS, np.int64)


def set_up(mem: Words, view: Json) -> Placed:
    """Clears the array and puts a view's position, counter, options and history into it.

    Returns the position. Raises KeyError, TypeError or ValueError for a view that makes no sense.
    """
    placed = BOARD.read(view["position"])
    options = view["options"]
    mem[:] = 0
    mem[layout.REPETITION] = options["repetition"] or 0
    mem[layout.LIMIT] = options["no_progress_limit"] or 0
    if placed.hands == (0, 0) and options["repetition"]:
        # The rarest are left out if there are too many; that takes a game without a limit.
        pairs = sorted(view["seen"], key=lambda pair: -pair[1])[: layout.SEEN_MOST]
        for name, count in pairs:
            _add_seen(mem, int(name, 16), count)
    put(mem, placed, since=view["counters"]["since_progress"])
    return placed


def put(mem: Words, placed: Placed, since: int = 0) -> None:
    """Writes a position into the first frame."""
    frame, seat = layout.FRAMES, placed.seat
    mem[frame + layout.OWN] = _spread(placed.stones[seat])
    mem[frame + layout.OTHER] = _spread(placed.stones[1 - seat])
    mem[frame + layout.HAND] = placed.hands[seat]
    mem[frame + layout.OTHER_HAND] = placed.hands[1 - seat]
    mem[frame + layout.SINCE] = since
    mem[frame + layout.SEAT] = seat
    set_key(mem, frame)


def _add_seen(mem: Words, name: int, count: int) -> None:
    rest, white = divmod(name, _STONES)
    seat, black = divmod(rest, _STONES)
    put(mem, Placed((white, black), (0, 0), Seat(seat)))
    key = int(mem[layout.FRAMES + layout.KEY])
    slot = key & layout.SEEN_SLOTS - 1
    while mem[layout.SEEN + 2 * slot + 1]:
        slot = slot + 1 & layout.SEEN_SLOTS - 1
    mem[layout.SEEN + 2 * slot] = key
    mem[layout.SEEN + 2 * slot + 1] = count


def _spread(stones: int) -> int:
    """The rules' set of points as a set of squares."""
    return sum(1 << layout.SQUARES[point] for point in indices(stones))


def text(turn: int) -> str:
    """A kernel's turn in notation."""
    shifts = (0, layout.TARGET, layout.TAKEN)
    squares = (turn >> shift & layout.NONE for shift in shifts)
    return NOTATION.write(Step(*(layout.POINT_AT.get(square, NONE) for square in squares)))


def listed(mem: Words) -> dict[str, int]:
    """The turns that stand in the first frame, best rank first, by their text."""
    frame = layout.FRAMES
    first = frame + layout.TURNS
    words = sorted(mem[first : first + int(mem[frame + layout.COUNT])].tolist(), reverse=True)
    return {text(word & layout.TURN): word & layout.TURN for word in words}


def line(mem: Words, ply: int) -> tuple[int, ...]:
    """The best line from a ply on; empty if a search was stopped before it found one."""
    first = layout.LINES + ply * layout.LINE
    return tuple(mem[first + 1 : first + 1 + int(mem[first])].tolist())
