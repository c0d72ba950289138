"""Views at each ply, followed through a game's events, taken-back turns left out."""

import msgspec
import pytest

from libs.contracts.games import NO_SECRET, GameLog, LoggedEvent
from libs.rules import registry
from libs.rules.game import FIRST, SPECTATOR
from services.bots.decider.history import History, own_turns, point_of, told_afterwards
from services.bots.decider.seen import RefusedError
from tests.unit.services.bots.practice import GAME, events, over, started, taken_back, turn

RULES = registry.current("tictactoe")
PLAYED = [
    started(),
    turn(0, "a1"),
    turn(1, "b2"),
    taken_back(1),
    turn(0, "b2"),
    turn(1, "a1"),
    over(),
]


def log() -> GameLog:
    """The finished game."""
    return GameLog(
        GAME,
        [
            LoggedEvent(e.version, e.type, 1, e.at_ms, msgspec.Raw(e.public), NO_SECRET)
            for e in events(*PLAYED)
        ],
    )


def test_each_ply_has_the_view_after_the_turns_that_stand() -> None:
    history = History(started(), told_afterwards(log()), SPECTATOR)
    state = RULES.setup(RULES.options(None, {}))
    views = [RULES.view(state, SPECTATOR)]
    for text in ("b2", "a1"):
        state = RULES.play(state, text)
        views.append(RULES.view(state, SPECTATOR))
    assert history.views == views


def test_own_turns_are_those_of_the_seat_with_what_was_known_before() -> None:
    turns = own_turns(started(), log(), 1)
    assert [(turn.ply, turn.seat, turn.text) for turn in turns] == [(2, 1, "a1")]
    assert turns[0].before["points"] == {"white": ["b2"], "black": []}


@pytest.mark.parametrize(("ply", "at", "seat"), [(0, 0, 0), (1, 1, 1), (2, 2, 0), (None, 2, 0)])
def test_a_point_is_as_the_seat_to_act_knew_it(ply: int | None, at: int, seat: int) -> None:
    point = point_of(started(), told_afterwards(log()), ply, None)
    assert (point.ply, point.seat) == (at, seat)


@pytest.mark.parametrize("ply", [-1, 3, 400])
def test_there_is_no_ply_beyond_the_game(ply: int) -> None:
    with pytest.raises(RefusedError, match="no_such_ply"):
        point_of(started(), told_afterwards(log()), ply, int(FIRST))
