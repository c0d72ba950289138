"""Mühle behind the protocol: variants, views, and what a turn costs however long the game."""

import json
import timeit
from collections.abc import Callable

import msgspec
import pytest

from libs.rules.game import FIRST, SECOND, SPECTATOR, OptionError
from libs.rules.mills import Mills, MillsState

pytestmark = pytest.mark.unit

MILLS = Mills()
TABLE = {
    "battlemills-9": ("nine", True, True, 25, None, 3, True),
    "battlemills-12": ("twelve", True, True, 25, None, 3, True),
    "yucata": ("nine", True, True, None, None, None, False),
    "little-table": ("nine", True, True, None, 100, 3, False),
}


@pytest.mark.parametrize("variant", TABLE)
def test_each_variant_has_its_options(variant: str) -> None:
    names = ["board", "flying", "mill_protection", "no_mill_limit", "no_capture_limit"]
    names += ["repetition", "full_board_draw"]
    expected = dict(zip(names, TABLE[variant], strict=True))
    assert MILLS.options(variant, {}) == expected


def test_yucata_is_meant_when_no_variant_is_named() -> None:
    assert MILLS.options(None, {}) == MILLS.options("yucata", {})


def test_unknown_or_impossible_options_are_refused() -> None:
    wrong: list[dict[str, object]] = [
        {"colour": "red"},
        {"flying": None},
        {"flying": 1},
        {"board": "ten"},
        {"no_mill_limit": 0},
        {"no_mill_limit": True},
        {"no_mill_limit": 2.5},
        {"repetition": 1},
        {"no_capture_limit": 10**30},
    ]
    for overrides in wrong:
        with pytest.raises(OptionError):
            MILLS.options("yucata", overrides)
    with pytest.raises(OptionError):
        MILLS.options("chess", {})


def test_the_view_is_plain_json_and_shows_the_table() -> None:
    state = MILLS.setup_at(MILLS.options("battlemills-9", {}), "W:a7,d7 B:g1 H:7,8 T:white")
    state = MILLS.play(state, "g7xg1")
    view = MILLS.view(state, SPECTATOR)
    assert json.loads(json.dumps(view)) == view
    assert view["points"] == {"white": ["a7", "d7", "g7"], "black": []}
    assert (view["hands"], view["seat"], view["phase"]) == ([6, 8], SECOND, "placing")
    assert (view["ply"], view["last"], view["result"]) == (1, "g7xg1", None)
    assert view["counters"] == {"since_mill": 0, "since_capture": 0, "repeated": 1}
    assert view["options"]["no_mill_limit"] == 25


def test_the_view_after_the_end_names_the_result_and_no_seat() -> None:
    position = "W:a7,d7,g4 B:a1,b4,c3 H:0,0 T:white"
    state = MILLS.play(MILLS.setup_at(MILLS.options(None, {}), position), "g4-g7xa1")
    view = MILLS.view(state, FIRST)
    assert (view["seat"], view["phase"]) == (None, None)
    assert view["result"] == {"winner": 0, "reason": "stones", "details": None}


def test_a_state_survives_being_stored() -> None:
    state = MILLS.setup(MILLS.options("little-table", {}))
    for turn in ["d7", "a1", "g7", "d1"]:
        state = MILLS.play(state, turn)
    assert msgspec.json.decode(msgspec.json.encode(state), type=MillsState) == state


def test_nothing_is_secret_dealt_or_paused() -> None:
    state = MILLS.setup(MILLS.options(None, {}))
    assert not MILLS.has_secrets()
    assert MILLS.shown(state, "d7", SECOND) is None
    asks: list[Callable[[], object]] = [
        lambda: MILLS.deal(state, {}),
        lambda: MILLS.resume(state),
        lambda: MILLS.shown_deal(state, {}, FIRST),
        lambda: MILLS.follow_deal({}, FIRST, None),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match="mills"):
            ask()


def test_a_turn_costs_the_same_however_long_the_game() -> None:
    def cost(state: MillsState) -> float:
        """Best of several: the machine is shared."""

        def turn() -> None:
            MILLS.check(state, "a7-a4")
            MILLS.pending(MILLS.play(state, "a7-a4"))

        return min(timeit.repeat(turn, number=200, repeat=9)) / 200

    limits = {"no_capture_limit": None, "repetition": 100_000}
    options = MILLS.options("little-table", limits)
    early = MILLS.setup_at(options, "W:a7,b2,d7,g1 B:c3,d2,e5,f4 H:0,0 T:white")
    late = early
    for _ in range(5_000):
        for turn in ["a7-a4", "c3-c4", "a4-a7", "c4-c3"]:
            late = MILLS.play(late, turn)
    assert cost(late) < 3 * cost(early)
    assert cost(early) < 50e-6  # about 6 µs; the bound leaves room for a busy machine
