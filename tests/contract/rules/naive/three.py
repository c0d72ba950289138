"""Three Men's Morris and tic-tac-toe once more, obvious and slow: points are (column, row)."""

from itertools import product

Point = tuple[int, int]

POINTS = list(product((-1, 0, 1), (-1, 0, 1)))
NAMES = {(x, y): "abc"[x + 1] + str(y + 2) for x, y in POINTS}


def is_step(one: Point, other: Point) -> bool:
    """Straight to the next point, or slanting out of the middle or into it."""
    dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
    return dx + dy == 1 or (dx == dy == 1 and (0, 0) in (one, other))


def has_line(own: set[Point]) -> bool:
    """Whether three of `own` sum up to a row, a column or a diagonal."""
    straight = [{(x, y) for y in (-1, 0, 1)} for x in (-1, 0, 1)]
    straight += [{(x, y) for x in (-1, 0, 1)} for y in (-1, 0, 1)]
    slanting = [{(-1, s), (0, 0), (1, -s)} for s in (-1, 1)]
    return any(line <= own for line in straight + slanting)


def legal_turns(own: set[Point], other: set[Point], hands: tuple[int, int]) -> list[str]:
    """All turns of the side that has `own` on the board and `hands[0]` in hand."""
    free = [point for point in POINTS if point not in own | other]
    if hands[0]:
        return sorted(NAMES[point] for point in free)
    pairs = product([] if hands[1] else own, free)
    return sorted(f"{NAMES[s]}-{NAMES[t]}" for s, t in pairs if is_step(s, t))
