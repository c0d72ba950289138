"""Worked examples of Elo, each reckoned by hand from the formula; and what holds for any game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.ratings import GameRated
from services.ratings.decider import Form, Standing, rated
from services.ratings.decider.elo import after, expected

NEW, SETTLED = 0, 30
ANN, BEN = PlayerId("00-ann"), PlayerId("01-ben")


@pytest.mark.parametrize(
    ("own", "other", "score", "elo"),
    [
        # Equals: a half of K either way, nothing for a draw.
        (Form(1200, NEW), Form(1200, NEW), 1.0, 1220),
        (Form(1200, NEW), Form(1200, NEW), 0.0, 1180),
        (Form(1200, NEW), Form(1200, NEW), 0.5, 1200),
        # 400 more: ten to one, 0.909 expected; 40 x 0.0909 = 3.6, 40 x 0.909 = 36.4.
        (Form(1600, NEW), Form(1200, NEW), 1.0, 1604),
        (Form(1600, NEW), Form(1200, NEW), 0.0, 1564),
        (Form(1200, NEW), Form(1600, NEW), 1.0, 1236),
        (Form(1200, NEW), Form(1600, NEW), 0.5, 1216),
        # 200 more: 0.7597 expected; 20 x 0.2403 = 4.8, 20 x 0.7597 = 15.2.
        (Form(1700, SETTLED), Form(1500, SETTLED), 1.0, 1705),
        (Form(1700, SETTLED), Form(1500, SETTLED), 0.0, 1685),
        # The thirtieth game is the last with K 40, the one after it the first with K 20.
        (Form(1500, 29), Form(1500, SETTLED), 1.0, 1520),
        (Form(1500, 30), Form(1500, SETTLED), 1.0, 1510),
        # From 2000 up K is 10, but not for a beginner; who falls below has 20 again.
        (Form(1999, SETTLED), Form(1999, SETTLED), 1.0, 2009),
        (Form(2000, SETTLED), Form(2000, SETTLED), 1.0, 2005),
        (Form(2000, SETTLED), Form(2000, SETTLED), 0.0, 1995),
        (Form(2000, NEW), Form(2000, NEW), 1.0, 2020),
        # So far apart that nothing is left to win.
        (Form(2800, 100), Form(1200, 100), 1.0, 2800),
    ],
)
def test_worked_examples(own: Form, other: Form, score: float, elo: int) -> None:
    assert after(own, other, score) == Form(elo, own.games + 1)


def test_ten_to_one_at_four_hundred() -> None:
    assert expected(1600, 1200) == pytest.approx(10 / 11)
    assert expected(1200, 1600) == pytest.approx(1 / 11)


def game(winner: int | None, stake: int = 0) -> GameRated:
    return GameRated(GameId("00-g"), "mills", (ANN, BEN), winner, stake)


def standing(elo: int, games: int, points: int = 0) -> Standing:
    return Standing(points, forms={"mills": Form(elo, games)})


def test_both_are_reckoned_from_the_values_before_the_game() -> None:
    both, changes = rated(game(0), (standing(1600, NEW), standing(1200, NEW)))
    assert [side.form("mills").elo for side in both] == [1604, 1196]
    assert [(change.before, change.after) for change in changes] == [(1600, 1604), (1200, 1196)]


def test_each_side_has_its_own_k() -> None:
    both, _ = rated(game(1), (standing(2100, 80), standing(2100, 3)))
    assert [side.form("mills").elo for side in both] == [2095, 2120]


@pytest.mark.parametrize(("winner", "points"), [(0, (10, -10)), (1, (-10, 10)), (None, (0, 0))])
def test_points_are_ten_up_ten_down_or_none(winner: int | None, points: tuple[int, int]) -> None:
    both, changes = rated(game(winner, 30), (Standing(), Standing()))
    assert (both[0].points, both[1].points) == points
    assert [change.taler for change in changes] == [3 * point for point in points]


def test_families_are_apart_and_points_are_not() -> None:
    hanse = GameRated(GameId("00-h"), "hanse", (ANN, BEN), 0, 0)
    before = (standing(1500, 40, 70), standing(1400, 40, -70))
    both, _ = rated(hanse, before)
    assert both[0].forms == {"mills": Form(1500, 40), "hanse": Form(1220, 1)}
    assert [side.points for side in both] == [80, -80]


FORMS = st.builds(Form, st.integers(0, 3200), st.integers(0, 60))


@given(FORMS, FORMS, st.sampled_from([0, 1, None]))
def test_what_holds_for_any_game(first: Form, second: Form, winner: int | None) -> None:
    before = (Standing(forms={"mills": first}), Standing(forms={"mills": second}))
    both, (one, two) = rated(game(winner, 50), before)
    assert one.points_after + two.points_after == 0
    assert one.taler + two.taler == 0
    assert one.score + two.score == 1.0
    if first.k == second.k:
        assert one.after - one.before == two.before - two.after
    if winner is not None:
        won, lost = (one, two) if winner == 0 else (two, one)
        assert won.after >= won.before
        assert lost.after <= lost.before
        assert max(won.after - won.before, lost.before - lost.after) <= 40
    swapped = GameRated(
        GameId("00-g"), "mills", (BEN, ANN), None if winner is None else 1 - winner, 50
    )
    assert rated(swapped, before[::-1])[0] == both[::-1]
