"""A pause between rounds: ended by time where two wait for each other, else by a word."""

import pytest

from libs.contracts.games import (
    ClaimFlag,
    Dealt,
    EndPause,
    GameTerms,
    GoOn,
    PauseBegan,
    PauseOver,
    PlayTurn,
    SeatInfo,
    StartGame,
    TakeBack,
)
from libs.contracts.ids import bot_player
from libs.testkit.toy_cards import PAUSE
from libs.timing import TimeControl
from tests.unit.services.games.session import (
    BLACK,
    CLOCKS,
    OWNER,
    STRANGER,
    UNTIMED,
    WHITE,
    Session,
)
from tests.unit.services.games.test_secrets import toy_game as toy_game

BOT = bot_player("easy")
YEAR_MS = 365 * 86_400_000


def paused(kind: str = "practice", time: TimeControl = UNTIMED) -> tuple[Session, int]:
    """A match of the toy between its rounds, and the name of the pause."""
    other = SeatInfo(BOT, "Computer") if kind == "practice" else SeatInfo(BLACK, "Schwarz")
    terms = GameTerms("toy_cards", "toy", {}, time, kind)  # type: ignore[arg-type]  # a parameter
    session = Session.started(StartGame(terms, (SeatInfo(WHITE, "Weiß"), other)))
    while session.game.pause is None:
        seat = session.game.table.seat
        turns = session.game.rules.legal_turns(session.game.table, seat)
        player = session.game.started.seats[seat].player
        assert session.refusal(player, PlayTurn(session.game.position, turns[0]), 1_000) == ""
    return session, session.game.pause.version


def test_in_practice_it_waits_for_the_person_however_long_that_takes() -> None:
    session, pause = paused()
    began = session.facts[-1].event
    assert isinstance(began, PauseBegan)
    assert began.until_ms is None
    assert session.refusal(CLOCKS, EndPause(pause), YEAR_MS) == "paused"
    assert session.send(CLOCKS, ClaimFlag(session.game.position), YEAR_MS).events == ()
    assert session.refusal(WHITE, TakeBack(session.game.position)) == "paused"
    assert session.refusal(WHITE, GoOn(pause)) == ""
    over, dealt = (fact.event for fact in session.facts[-2:])
    assert isinstance(over, PauseOver)
    assert isinstance(dealt, Dealt)
    assert session.game.clock.running is None
    assert session.replayed() == session.state


@pytest.mark.parametrize(
    ("actor", "shift", "code"),
    [
        (WHITE, 1, "no_such_pause"),
        (WHITE, -1, "no_such_pause"),
        (STRANGER, 0, "not_a_player"),
        (BOT, 0, "not_a_player"),
        (CLOCKS, 0, "not_a_player"),
        (OWNER, 0, "not_a_player"),
    ],
)
def test_nobody_else_ends_it_and_no_other_one_is_ended(actor: str, shift: int, code: str) -> None:
    session, pause = paused()
    assert session.refusal(actor, GoOn(pause + shift)) == code
    assert session.game.pause is not None


def test_it_is_ended_once() -> None:
    session, pause = paused()
    session.send(WHITE, GoOn(pause))
    version = session.game.version
    assert session.refusal(WHITE, GoOn(pause)) == "no_such_pause"
    assert session.game.version == version


@pytest.mark.parametrize("kind", ["friendly", "rated"])
@pytest.mark.parametrize("time", [UNTIMED, TimeControl(60_000, 1_000)])
def test_online_time_alone_ends_it(kind: str, time: TimeControl) -> None:
    session, pause = paused(kind, time)
    began = session.facts[-1].event
    assert isinstance(began, PauseBegan)
    assert began.until_ms == session.at_ms + PAUSE.ms
    for player in (WHITE, BLACK):
        assert session.refusal(player, GoOn(pause), 1) == "pause_ends_itself"
    assert session.refusal(STRANGER, GoOn(pause)) == "not_a_player"
    assert session.refusal(CLOCKS, EndPause(pause)) == "paused"
    assert session.refusal(CLOCKS, EndPause(pause), PAUSE.ms) == ""
    assert session.game.pause is None
