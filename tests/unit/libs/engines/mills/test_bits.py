"""Sets of points on the rings are what the rules' tables of mills and neighbours say."""

import random
from collections.abc import Iterator

import pytest

from libs.engines.mills.bits import completing, in_mills, near, reaching, takeable
from libs.engines.mills.board import CROSSED, FULL, SYMMETRIES, from_rules, neighbours, to_rules
from libs.engines.mills.remembered import canonical
from libs.rules.mills.board import BOARDS, Board

pytestmark = pytest.mark.unit

BOTH = pytest.mark.parametrize("name", BOARDS)


def _sets() -> Iterator[int]:
    """Sets of stones, numbered as the rules do."""
    dice = random.Random(24)
    for _ in range(400):
        yield sum(1 << point for point in dice.sample(range(24), dice.randint(0, 12)))


def _where(points: list[bool]) -> int:
    return from_rules(sum(1 << point for point, is_in in enumerate(points) if is_in))


def _reaches(board: Board, stones: int, point: int) -> bool:
    sources = [
        one for one in range(24) if board.neighbours[point] & stones >> one << one & 1 << one
    ]
    return any(board.closes(stones ^ 1 << one, point) for one in sources)


@BOTH
def test_where_a_stone_would_stand_in_a_mill(name: str) -> None:
    board, crossed = BOARDS[name], CROSSED[name]
    for stones in _sets():
        expected = _where([board.closes(stones, point) for point in range(24)])
        assert completing(from_rules(stones), crossed) == expected


@BOTH
def test_where_a_step_would_close_a_mill(name: str) -> None:
    board, crossed = BOARDS[name], CROSSED[name]
    for stones in _sets():
        free = FULL & ~from_rules(stones)
        expected = _where([_reaches(board, stones, point) for point in range(24)])
        assert reaching(from_rules(stones), crossed) & free == expected & free


@BOTH
def test_stones_in_mills_and_stones_to_take(name: str) -> None:
    board, crossed = BOARDS[name], CROSSED[name]
    for stones in _sets():
        mills, own = from_rules(board.in_mills(stones)), from_rules(stones)
        assert in_mills(own, crossed) == mills
        assert takeable(own, crossed, 1) == (own & ~mills or own)
        assert takeable(own, crossed, 0) == own


@BOTH
def test_neighbours(name: str) -> None:
    board, crossed = BOARDS[name], CROSSED[name]
    for stones in _sets():
        expected = _where([board.neighbours[point] & stones != 0 for point in range(24)])
        assert near(from_rules(stones), crossed) == expected
    one_by_one = [to_rules(near(from_rules(1 << point), crossed)) for point in range(24)]
    assert one_by_one == list(board.neighbours)
    assert sorted(neighbours(crossed)) == sorted(map(from_rules, board.neighbours))


@BOTH
def test_symmetries_keep_mills_and_share_one_image(name: str) -> None:
    crossed = CROSSED[name]
    assert len(set(SYMMETRIES)) == 16
    for stones in _sets():
        own = from_rules(stones)
        images = [sum(1 << image[p] for p in range(24) if own >> p & 1) for image in SYMMETRIES]
        assert {in_mills(one, crossed).bit_count() for one in images} == {
            in_mills(own, crossed).bit_count()
        }
        lowest, which = canonical(own, 0)
        assert lowest == min(images) == images[which]
        assert {canonical(one, 0)[0] for one in images} == {lowest}
