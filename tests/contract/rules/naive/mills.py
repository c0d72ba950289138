"""Mühle once more, obvious and slow: points are grid coordinates, nothing is a table."""

from functools import cache
from itertools import product
from typing import Any

Point = tuple[int, int]

GRID = list(product(range(-3, 4), repeat=2))
NAMES = {(x, y): "abcdefg"[x + 3] + str(y + 4) for x, y in GRID}


@cache
def points() -> list[Point]:
    """The 24 points: corners and side middles of three squares round the centre."""
    return [(x, y) for x, y in GRID if (x, y) != (0, 0) and (x == 0 or y == 0 or abs(x) == abs(y))]


@cache
def lines(board: str) -> list[list[Point]]:
    """Every line of three: the sides of each square, the middle lines, the diagonals of twelve."""
    found = []
    for r in (1, 2, 3):
        for s in (-r, r):
            found += [[(-r, s), (0, s), (r, s)], [(s, -r), (s, 0), (s, r)]]
    directions = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    if board == "twelve":
        directions += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return found + [[(dx * r, dy * r) for r in (1, 2, 3)] for dx, dy in directions]


@cache
def is_adjacent(board: str, one: Point, other: Point) -> bool:
    """Whether the two stand next to each other on a line."""
    return any(
        one in line and other in line and abs(line.index(one) - line.index(other)) == 1
        for line in lines(board)
    )


def is_in_mill(board: str, own: set[Point], point: Point) -> bool:
    """Whether some line through the point is all `own`."""
    return any(point in line and own.issuperset(line) for line in lines(board))


def legal_turns(
    options: dict[str, Any], own: set[Point], other: set[Point], hands: tuple[int, int]
) -> list[str]:
    """All turns of the side that has `own` on the board and `hands[0]` in hand."""
    board, free = options["board"], [p for p in points() if p not in own | other]
    if hands[0]:
        steps: list[tuple[Point | None, Point]] = [(None, target) for target in free]
    elif hands[1]:
        return []
    else:
        flies = options["flying"] and len(own) == 3
        steps = [(s, t) for s in own for t in free if flies or is_adjacent(board, s, t)]
    turns = []
    for source, target in steps:
        text = (NAMES[source] + "-" if source else "") + NAMES[target]
        after = (own - {source}) | {target} if source else own | {target}
        turns += [text + taken for taken in captures(options, after, other, target)]
    return sorted(turns)


def captures(
    options: dict[str, Any], own: set[Point], other: set[Point], target: Point
) -> list[str]:
    """What must be written behind a step: nothing, or each stone that may be taken."""
    board = options["board"]
    if not is_in_mill(board, own, target) or not other:
        return [""]
    loose = [p for p in other if not is_in_mill(board, other, p)]
    if not options["mill_protection"] or not loose:
        loose = list(other)
    return ["x" + NAMES[p] for p in loose]
