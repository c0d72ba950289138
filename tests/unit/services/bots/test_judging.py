"""What a turn cost, in lights; when a draw is welcome."""

import pytest

from libs.engines.port import WON
from libs.engines.units import POINTS, STONES, Unit, unit_of
from services.bots.decider.judging import Judged, Values, judge, welcomes_draw

OTHER = Judged(7, "a1", "d7")


@pytest.mark.parametrize(
    ("best", "played", "loss", "light"),
    [
        (0.5, 0.5, 0.0, "green"),
        (0.5, 0.3, 0.2, "green"),
        (1.0, 0.2, 0.8, "yellow"),
        (1.0, -0.2, 1.2, "red"),
        (0.2, 0.5, 0.0, "green"),
        (WON - 3, WON - 21, 0.0, "green"),
        (-WON + 9, -WON + 1, 0.0, "green"),
        (WON - 3, 2.0, STONES.most, "red"),
        (0.0, -WON + 4, STONES.most, "red"),
        (WON - 3, -WON + 4, STONES.most, "red"),
        (60.0, -60.0, STONES.most, "red"),
    ],
)
def test_a_turn_costs_what_it_gives_away(
    best: float, played: float, loss: float, light: str
) -> None:
    reviewed = judge(OTHER, Values(best, played, WON), STONES)
    assert reviewed.loss == pytest.approx(loss)
    assert reviewed.light == light
    assert reviewed.best_score >= reviewed.score


def test_the_best_turn_costs_nothing_whatever_the_search_says() -> None:
    reviewed = judge(Judged(7, "d7", "d7"), Values(1.0, 0.0, WON), STONES)
    assert (reviewed.loss, reviewed.light) == (0.0, "green")


def test_a_turn_that_turns_out_better_is_the_best_one() -> None:
    assert judge(OTHER, Values(0.2, 0.5, WON), STONES).best == "a1"


def test_points_are_counted_more_generously_than_stones() -> None:
    assert unit_of("hanse") == POINTS
    assert unit_of("mills") == STONES
    values = Values(4.0, 2.8, WON)
    assert judge(OTHER, values, STONES).light == "red"
    assert judge(OTHER, values, POINTS).light == "green"


@pytest.mark.parametrize("game", ["mills", "dara", "three", "tictactoe", "hanse"])
def test_an_equal_game_is_played_for_a_while_before_it_is_drawn(game: str) -> None:
    even = unit_of(game).even
    assert not welcomes_draw(game, 0, even)
    assert not welcomes_draw(game, 4, 0.0)
    assert welcomes_draw(game, 40, even)
    assert not welcomes_draw(game, 40, even + 0.1)
    assert not welcomes_draw(game, 400, WON)


def test_small_games_have_lasted_sooner() -> None:
    assert welcomes_draw("tictactoe", 5, 0.0)
    assert welcomes_draw("three", 12, 0.0)
    assert not welcomes_draw("mills", 39, 0.0)


@pytest.mark.parametrize(("game", "unit"), [("mills", STONES), ("hanse", POINTS)])
def test_a_draw_is_welcome_to_whoever_stands_clearly_worse(game: str, unit: Unit) -> None:
    assert welcomes_draw(game, 2, -WON)
    assert welcomes_draw(game, 2, -unit.yellow)
    assert not welcomes_draw(game, 2, -unit.even)
