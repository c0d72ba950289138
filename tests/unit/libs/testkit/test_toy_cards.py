"""The toy game plays to its end, and its views hide what they should."""

import random
from typing import Any

import pytest

from libs.rules.game import (
    FIRST,
    SECOND,
    SPECTATOR,
    Deal,
    Ended,
    IllegalMoveError,
    OptionError,
    Pause,
    Rules,
    Turn,
    Viewer,
)
from libs.testkit.toy_cards import PAUSE, ToyCards, ToyState

pytestmark = pytest.mark.unit

TOY = ToyCards()
BEHIND_THE_PROTOCOL: Rules[ToyState] = TOY
VIEWERS: tuple[Viewer, ...] = (FIRST, SECOND, SPECTATOR)
PILE = [1, 2, 3, 4, 5, 6, 7, 8]


def dealt() -> ToyState:
    return TOY.deal(TOY.setup(TOY.options(None, {})), {"pile": PILE})


def test_a_game_is_two_rounds_with_a_pause_between() -> None:
    rnd, state, stages = random.Random(1), TOY.setup(TOY.options("toy", {})), []
    views: dict[Viewer, Any] = {viewer: TOY.view(state, viewer) for viewer in VIEWERS}
    while not isinstance(pending := TOY.pending(state), Ended):
        stages.append(type(pending))
        if isinstance(pending, Turn):
            turn = rnd.choice(TOY.legal_turns(state, pending.seat))
            for viewer, view in views.items():
                views[viewer] = TOY.follow(view, viewer, turn, TOY.shown(state, turn, viewer))
            state = TOY.play(state, turn)
        elif isinstance(pending, Deal):
            pile = {"pile": rnd.sample(PILE, len(PILE))}
            for viewer, view in views.items():
                views[viewer] = TOY.follow_deal(view, viewer, TOY.shown_deal(state, pile, viewer))
            state = TOY.deal(state, pile)
        else:
            assert pending == PAUSE
            state = TOY.resume(state)
        assert views == {viewer: TOY.view(state, viewer) for viewer in VIEWERS}
    assert stages == [Deal, *[Turn] * 8, Pause, Deal, *[Turn] * 8]
    assert sum(state.points) == 2 * sum(PILE)
    assert pending.outcome.reason == "points"


def test_the_next_open_card_is_shown_with_the_turn() -> None:
    state = dealt()
    assert TOY.shown(state, "lay 2", SPECTATOR) == {"market": 6}
    after = TOY.view(TOY.play(state, "lay 2"), SPECTATOR)
    assert (after["market"], after["open"], after["points"]) == (6, [[5], []], [2, 0])


def test_what_a_viewer_may_not_know_is_not_in_its_view() -> None:
    one = dealt()
    other = TOY.deal(TOY.setup(TOY.options(None, {})), {"pile": [1, 2, 8, 7, 5, 3, 6, 4]})
    assert TOY.view(one, FIRST) == TOY.view(other, FIRST)
    assert TOY.view(one, SPECTATOR) == TOY.view(other, SPECTATOR)
    assert TOY.view(one, SECOND) != TOY.view(other, SECOND)
    assert TOY.view(one, SPECTATOR)["own"] == []


def test_only_own_cards_may_be_laid() -> None:
    for turn in ("lay 3", "lay 5", "lay 02", "lay", ""):
        with pytest.raises(IllegalMoveError):
            TOY.check(dealt(), turn)
    TOY.check(dealt(), "lay 2")
    assert TOY.legal_turns(dealt(), SECOND) == TOY.legal_turns(dealt(), SPECTATOR) == []


def test_other_options_are_refused() -> None:
    for variant, overrides in (("poker", {}), (None, {"rounds": "2"}), (None, {"jokers": 1})):
        with pytest.raises(OptionError):
            TOY.options(variant, overrides)
