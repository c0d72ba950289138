"""Dara once more, obvious and slow: squares are (column, row), rows are measured by walking."""

from itertools import product

Square = tuple[int, int]

SQUARES = list(product(range(6), range(5)))
NAMES = {(x, y): "abcdef"[x] + str(y + 1) for x, y in SQUARES}


def run(own: set[Square], square: Square, dx: int, dy: int) -> int:
    """The length of the row through `square` in one direction and its opposite."""
    length = 1
    for sign in (1, -1):
        x, y = square
        while (x + sign * dx, y + sign * dy) in own:
            x, y = x + sign * dx, y + sign * dy
            length += 1
    return length


def runs(own: set[Square], square: Square) -> tuple[int, int]:
    """The lengths of the row across and the row up through a square."""
    return run(own, square, 1, 0), run(own, square, 0, 1)


def legal_turns(own: set[Square], other: set[Square], hands: tuple[int, int]) -> list[str]:
    """All turns of the side that has `own` on the board and `hands[0]` in hand."""
    free = [square for square in SQUARES if square not in own | other]
    if hands[0]:
        return sorted(NAMES[s] for s in free if max(runs(own | {s}, s)) < 3)
    turns: list[str] = []
    for source, target in product([] if hands[1] else own, free):
        if abs(source[0] - target[0]) + abs(source[1] - target[1]) != 1:
            continue
        after = (own - {source}) | {target}
        lengths = runs(after, target)
        if max(lengths) <= 3:
            takes = 3 in lengths and other
            captures = ["x" + NAMES[s] for s in other] if takes else [""]
            turns += [f"{NAMES[source]}-{NAMES[target]}{capture}" for capture in captures]
    return sorted(turns)
