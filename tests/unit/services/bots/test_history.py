"""Views at each ply, followed through a game's events, taken-back turns left out."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.contracts.games import (
    NO_SECRET,
    GameLog,
    GameTerms,
    LoggedEvent,
    PlayTurn,
    SeatInfo,
    StartGame,
    TakeBack,
)
from libs.contracts.ids import bot_player
from libs.rules import registry
from libs.rules.game import FIRST, SECOND, SPECTATOR, Seat, Turn, Viewer
from services.bots.decider.history import History, own_turns, point_of, told_afterwards
from services.bots.decider.seen import RefusedError
from services.games.handlers.codec import GameCodec
from tests.unit.services.bots.practice import GAME, events, over, started, taken_back, turn
from tests.unit.services.games.session import UNTIMED, WHITE, Session

VIEWERS: tuple[Viewer, ...] = (FIRST, SECOND, SPECTATOR)
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


BACK = 9
"""A choice that is no turn: the person takes the last one back."""


def hanse_after(choices: list[int]) -> tuple[Session, list[Any]]:
    """A match against a computer, and the tables after each ply that stands."""
    seats = (SeatInfo(WHITE, "Weiß"), SeatInfo(bot_player("strong"), "Computer"))
    terms = GameTerms("hanse", "one-round", {}, UNTIMED, "practice")
    session = Session.started(StartGame(terms, seats))
    tables = [session.game.table]
    for choice in choices:
        game = session.game
        pending = game.rules.pending(game.table)
        if game.ended is not None or not isinstance(pending, Turn):
            break
        if choice == BACK:
            session.send(WHITE, TakeBack(game.position))
            del tables[session.game.plies :]
        else:
            turns = game.rules.legal_turns(game.table, pending.seat)
            command = PlayTurn(game.position, turns[choice % len(turns)])
            session.send(seats[pending.seat].player, command)
        tables[session.game.plies :] = [session.game.table]
    return session, tables


def log_of(session: Session) -> GameLog:
    """The game with its secrets, as its owner tells it."""
    rows = [GameCodec().encode(fact) for fact in session.facts]
    return GameLog(
        GAME,
        [
            LoggedEvent(
                place, row.type, 1, 0, msgspec.Raw(row.public), msgspec.Raw(row.secret or b"null")
            )
            for place, row in enumerate(rows, 1)
        ],
    )


@given(st.lists(st.integers(0, 8) | st.just(BACK), max_size=40))
def test_what_was_shuffled_anew_leaves_no_trace_in_what_is_known(choices: list[int]) -> None:
    """Also not of cards that were seen before they were taken back: the views are the rules'."""
    session, tables = hanse_after(choices)
    start, told = session.game.started, told_afterwards(log_of(session))
    for viewer in VIEWERS:
        history = History(start, told, viewer)
        expected = [session.game.rules.view(table, viewer) for table in tables]
        assert plain(history.views) == plain(expected)
    for seat in (0, 1):
        for own in own_turns(start, log_of(session), seat):
            before = session.game.rules.view(tables[own.ply - 1], Seat(seat))
            assert plain(own.before) == plain(before)


def test_after_a_reshuffle_a_seat_follows_what_it_alone_was_shown() -> None:
    """Of the secret order nothing is told, to nobody: neither who played nor who took it back."""
    session, _ = hanse_after([0, 3, BACK, 1, 2])
    orders = [fact.secret.owner for fact in session.facts if fact.secret and fact.secret.owner]
    assert len(orders) == 2
    told = told_afterwards(log_of(session))
    (shuffle,) = (event for event in told if event.type == "games.reshuffled")
    assert shuffle.shown == (None, None)
    assert msgspec.json.decode(shuffle.data).keys() == {"type", "commitment"}


def to_the_pause() -> Session:
    """A match of which one round is over; both always play the first turn there is."""
    seats = (SeatInfo(WHITE, "Weiß"), SeatInfo(bot_player("easy"), "Computer"))
    terms = GameTerms("hanse", "battlehanse", {}, UNTIMED, "practice")
    session = Session.started(StartGame(terms, seats))
    while session.game.pause is None:
        game = session.game
        seat = Seat(game.table.table.seat)
        turn = game.rules.legal_turns(game.table, seat)[0]
        session.send(seats[seat].player, PlayTurn(game.position, turn))
    return session


@pytest.mark.parametrize(("seat", "code"), [(int(FIRST), "paused"), (None, "game_over")])
def test_in_a_pause_nobody_acts_but_a_match_that_runs_is_not_over(
    seat: int | None, code: str
) -> None:
    session = to_the_pause()
    with pytest.raises(RefusedError, match=code):
        point_of(session.game.started, told_afterwards(log_of(session)), None, seat)


def plain(value: Any) -> Any:
    """As JSON brings it."""
    return msgspec.json.decode(msgspec.json.encode(value))
