"""The board of Dara, six columns by five rows: neighbours, and the rows of three and of four."""

from typing import Final

from libs.rules.stones.layout import make_layout

FILES: Final = "abcdef"
RANKS: Final = "12345"
STONES: Final = 12
THREE: Final = 3
FOUR: Final = 4
BOARD: Final = make_layout([file + rank for file in FILES for rank in RANKS], STONES)
ALL_POINTS: Final = (1 << len(BOARD.points)) - 1


def _rows(length: int) -> list[int]:
    """All straight runs of so many points, along columns and rows, as bit sets."""
    upward = [[file + rank for rank in RANKS] for file in FILES]
    across = [[file + rank for file in FILES] for rank in RANKS]
    return [
        BOARD.bits(line[start : start + length])
        for line in upward + across
        for start in range(len(line) - length + 1)
    ]


def _through(rows: list[int]) -> tuple[tuple[int, ...], ...]:
    """For each point the rows through it, each without the point itself."""
    numbers = range(len(BOARD.points))
    return tuple(tuple(row ^ 1 << p for row in rows if row >> p & 1) for p in numbers)


PAIRS: Final = _rows(2)
NEIGHBOURS: Final = tuple(sum(others) for others in _through(PAIRS))
THREES: Final = _through(_rows(THREE))
FOURS: Final = _through(_rows(FOUR))


def has_three(own: int, point: int) -> bool:
    """Whether a stone on `point` stands in a straight row of three or more of the stones `own`."""
    for others in THREES[point]:  # noqa: SIM110 - half the time of any() with a generator
        if own & others == others:
            return True
    return False


def has_four(own: int, point: int) -> bool:
    """Whether a stone on `point` stands in a straight row of four or more of the stones `own`."""
    for others in FOURS[point]:  # noqa: SIM110 - half the time of any() with a generator
        if own & others == others:
            return True
    return False
