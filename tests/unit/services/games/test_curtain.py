"""Hidden cards at one device: a curtain falls after each turn, and behind it no clock runs."""

import msgspec
import pytest

from libs.contracts.games import (
    AskUndo,
    ClaimFlag,
    ClaimWin,
    ClockReading,
    CreditClock,
    Dealt,
    GameCommand,
    GameTerms,
    GoOn,
    LeaveGame,
    OfferDraw,
    PauseBegan,
    PauseOver,
    PlayTurn,
    Resign,
    StartGame,
    TakeBack,
    TurnPlayed,
    Unveil,
    Unveiled,
)
from libs.rules.game import Seat, Turn
from libs.timing import REST_MS, TimeControl
from libs.timing.lag import CONSTANT_MS
from tests.unit.services.games.session import (
    BLITZ,
    CLOCKS,
    OWNER,
    STRANGER,
    UNTIMED,
    WHITE,
    Session,
    start_command,
)
from tests.unit.services.games.test_hotseat import BOTH, FULL_MS, HOME, hotseat, to_move
from tests.unit.services.games.test_secrets import toy_game as toy_game

TOY = StartGame(GameTerms("toy_cards", "toy", {}, BLITZ, "hotseat"), (BOTH, BOTH))
DAY_MS = 86_400_000
VEILED_MS = 3 * DAY_MS


def begun(time: TimeControl = BLITZ) -> Session:
    """A match of cards that has been dealt."""
    return Session.started(hotseat(time, "hanse"))


def unveiled(time: TimeControl = BLITZ) -> Session:
    """The same with the first side before the screen, after three days."""
    session = begun(time)
    assert session.refusal(HOME, Unveil(session.game.position), VEILED_MS) == ""
    return session


def legal(session: Session) -> list[str]:
    """The turns of the side to move."""
    return session.game.rules.legal_turns(session.game.table, Seat(to_move(session)))


def play(session: Session, after_ms: int = 0) -> None:
    """Some legal turn of the side that is before the screen."""
    turn = legal(session)[0]
    assert session.refusal(HOME, PlayTurn(session.game.position, turn), after_ms) == ""


def paused() -> tuple[Session, int]:
    """A match of the toy between its two rounds, and the name of the pause."""
    session = Session.started(TOY)
    while session.game.pause is None:
        session.send(HOME, Unveil(session.game.position))
        session.send(HOME, PlayTurn(session.game.position, legal(session)[0]), 1_000)
    return session, session.game.pause.version


def test_after_the_deal_the_curtain_is_down_and_nobody_s_clock_runs() -> None:
    session = begun()
    assert ClockReading.of(session.game.clock) == ClockReading((FULL_MS, FULL_MS), None)
    assert session.game.audience(0) is None
    assert session.game.has_curtain()


def test_lifting_it_starts_the_clock_of_the_side_to_move_with_all_it_has() -> None:
    session = unveiled()
    event = session.facts[-1].event
    assert event == Unveiled(0, ClockReading((FULL_MS, FULL_MS), 0))
    assert session.game.clock.since_ms == session.at_ms
    assert session.game.audience(0) == session.game.audience(1) == 0


def test_after_the_turn_it_is_down_again_for_the_other_side() -> None:
    session = unveiled()
    position = session.game.position
    play(session, 5_000)
    event = session.facts[-1].event
    assert isinstance(event, TurnPlayed)
    assert (event.seat, event.spent_ms) == (0, 5_000)
    left_ms = FULL_MS - 5_000 + event.credit_ms + BLITZ.increment_ms
    assert event.clock == ClockReading((left_ms, FULL_MS), None)
    assert session.game.audience(0) is None
    assert session.refusal(HOME, Unveil(position), DAY_MS) == "stale_position"
    assert session.refusal(HOME, Unveil(session.game.position)) == ""
    assert session.game.audience(0) == session.game.clock.running == 1
    assert session.game.clock.remaining_ms == (left_ms, FULL_MS)
    assert session.replayed() == session.state


def test_the_network_s_delay_is_credited_for_the_time_before_the_screen_alone() -> None:
    session = unveiled()
    turn = legal(session)[0]
    session.send(HOME, PlayTurn(session.game.position, turn), 1_000, lag_ms=80)
    event = session.facts[-1].event
    assert isinstance(event, TurnPlayed)
    assert (event.spent_ms, event.credit_ms) == (1_000, 80 + CONSTANT_MS)


def test_nobody_plays_behind_the_curtain() -> None:
    session = begun()
    turn = legal(session)[0]
    assert session.refusal(HOME, PlayTurn(session.game.position, turn)) == "veiled"
    assert session.refusal(HOME, PlayTurn(session.game.position, "sell cloth*9")) == "veiled"
    assert session.refusal(HOME, PlayTurn(session.game.position - 1, turn)) == "stale_position"


def test_it_is_lifted_once_a_position() -> None:
    session = unveiled()
    before = session.game
    assert session.refusal(HOME, Unveil(before.position), 1_000) == "already_unveiled"
    assert session.refusal(HOME, Unveil(before.version), 1_000) == "stale_position"
    assert session.refusal(STRANGER, Unveil(before.position)) == "not_a_player"
    assert session.state is before


@pytest.mark.parametrize(
    "start", [start_command(), hotseat(), start_command(game="hanse", variant="battlehanse")]
)
def test_elsewhere_there_is_none(start: StartGame) -> None:
    session = Session.started(start)
    actor = start.seats[0].player
    assert session.refusal(actor, Unveil(session.game.position)) == "no_curtain"
    assert not session.game.has_curtain()
    assert session.game.audience(1) == 1


@pytest.mark.parametrize("is_up", [False, True])
@pytest.mark.parametrize(
    ("command", "winner", "reason"),
    [(Resign(), 1, "resigned"), (LeaveGame(), None, "left"), (OfferDraw(), None, "agreement")],
)
def test_giving_up_leaving_and_a_draw_need_no_lifted_curtain(
    command: GameCommand,
    winner: int | None,
    reason: str,
    is_up: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    session = unveiled() if is_up else begun()
    assert to_move(session) == 0
    assert session.refusal(HOME, command) == ""
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (winner, reason)
    assert session.game.audience(0) is None
    assert session.refusal(HOME, Unveil(session.game.position)) == "game_over"


def test_the_second_side_gives_up_behind_its_curtain() -> None:
    session = unveiled()
    play(session)
    session.send(HOME, Resign())
    assert session.game.ended is not None
    assert session.game.ended.winner == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (TakeBack(0), "take_back_not_offered"),
        (AskUndo(0), "undo_refused"),
        (ClaimWin(), "opponent_present"),
    ],
)
def test_what_is_refused_with_the_curtain_up_is_refused_with_it_down(
    command: GameCommand, code: str
) -> None:
    for session in (begun(), unveiled()):
        if hasattr(command, "position"):
            command = msgspec.structs.replace(command, position=session.game.position)
        assert session.refusal(HOME, command, absent_ms=10**9) == code


def test_a_flag_falls_before_the_screen_and_not_behind_the_curtain() -> None:
    session = begun()
    refusal = session.send(CLOCKS, ClaimFlag(session.game.position), DAY_MS).refusal
    assert refusal is not None
    assert refusal.code == "flag_not_fallen"
    session.send(HOME, Unveil(session.game.position))
    session.send(CLOCKS, ClaimFlag(session.game.position), FULL_MS)
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason, ended.clock.remaining_ms) == (1, "time", (0, FULL_MS))


@pytest.mark.parametrize("time", [BLITZ, UNTIMED])
def test_a_curtain_that_nobody_lifts_for_a_week_ends_the_game_without_a_winner(
    time: TimeControl,
) -> None:
    session = unveiled(time)
    play(session)
    early = session.send(CLOCKS, ClaimFlag(session.game.position), REST_MS - 1)
    assert early.refusal is not None
    assert early.refusal.detail == {"remaining_ms": 1}
    session.send(CLOCKS, ClaimFlag(session.game.position), 1)
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason, ended.plies) == (None, "brake", 1)


def test_without_a_clock_the_week_begins_anew_before_the_screen() -> None:
    session = unveiled(UNTIMED)
    assert session.game.clock.due_at_ms() == session.at_ms + REST_MS
    session.send(CLOCKS, ClaimFlag(session.game.position), REST_MS)
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (None, "brake")


def test_an_outage_is_credited_before_the_screen_alone() -> None:
    session = begun()
    now_ms = session.at_ms
    assert session.send(OWNER, CreditClock(now_ms, now_ms + 500, "bus"), 500).events == ()
    session.send(HOME, Unveil(session.game.position))
    now_ms = session.at_ms
    credit = CreditClock(now_ms - 60_000, now_ms + 9_000, "takeover")
    session.send(OWNER, credit, 10_000)
    assert session.game.clock.remaining_at(0, session.at_ms) == FULL_MS - 1_000


def test_in_the_pause_between_rounds_there_is_nothing_to_lift_and_no_side_to_give_up() -> None:
    session, pause = paused()
    assert session.game.audience(0) is None
    for command in (Unveil(session.game.position), Resign(), PlayTurn(session.game.position, "x")):
        assert session.refusal(HOME, command) == "paused"
    assert session.refusal(HOME, GoOn(pause - 1), DAY_MS) == "no_such_pause"
    assert session.refusal(STRANGER, GoOn(pause)) == "not_a_player"
    standing = session.game.clock.remaining_ms
    assert session.refusal(HOME, GoOn(pause)) == ""
    over, dealt = (fact.event for fact in session.facts[-2:])
    assert isinstance(over, PauseOver)
    assert isinstance(dealt, Dealt)
    assert dealt.clock == ClockReading(standing, None)
    assert session.refusal(HOME, GoOn(pause)) == "no_such_pause"
    assert session.refusal(HOME, Unveil(session.game.position)) == ""
    assert session.replayed() == session.state


@pytest.mark.parametrize(("command", "reason"), [(LeaveGame(), "left"), (OfferDraw(), "agreement")])
def test_in_the_pause_they_may_stop(command: GameCommand, reason: str) -> None:
    session, pause = paused()
    assert session.refusal(HOME, command) == ""
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (None, reason)
    assert session.refusal(HOME, GoOn(pause)) == "game_over"


def test_a_pause_that_nobody_ends_for_a_week_ends_the_game_without_a_winner() -> None:
    session, _ = paused()
    assert session.send(CLOCKS, ClaimFlag(session.game.position), REST_MS - 1).events == ()
    session.send(CLOCKS, ClaimFlag(session.game.position), 1)
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (None, "brake")


def test_whose_turn_it_is_says_whose_secrets_are_shown() -> None:
    session = unveiled()
    for ply in range(4):
        pending = session.game.rules.pending(session.game.table)
        assert isinstance(pending, Turn)
        assert session.game.audience(0) == pending.seat == ply % 2
        play(session, 100)
        session.send(HOME, Unveil(session.game.position), DAY_MS)
    assert not any(isinstance(fact.event, PauseBegan) for fact in session.facts)
    assert session.game.may_see(session.game.seat_of(HOME))
    assert not session.game.may_see(session.game.seat_of(WHITE))
