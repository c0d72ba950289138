"""Two people at one device: whoever opened the game has both seats, and acts for who is to move."""

import msgspec
import pytest

from libs.contracts.games import (
    AcceptDraw,
    AnswerUndo,
    AskUndo,
    ClaimFlag,
    ClaimWin,
    ClockReading,
    CreditClock,
    DeclineDraw,
    GameCommand,
    GameTerms,
    LeaveGame,
    OfferDraw,
    PlayTurn,
    Resign,
    SeatInfo,
    StartGame,
    TakeBack,
    TurnPlayed,
    TurnsTakenBack,
)
from libs.contracts.ids import PlayerId, bot_player
from libs.eventstore.records import StreamId
from libs.rules import registry
from libs.rules.game import Turn
from libs.timing import REST_MS, TimeControl
from libs.timing.lag import CONSTANT_MS
from services.games.projections import effects
from tests.unit.services.games.session import (
    BLACK,
    BLITZ,
    CLOCKS,
    MATCHMAKING,
    OWNER,
    STRANGER,
    UNTIMED,
    Session,
)

HOME = PlayerId("00-home")
BOTH = SeatInfo(HOME, "Gast")
VARIANTS = {"mills": "battlemills-9", "hanse": "battlehanse"}
OPEN = [key for key in registry.game_keys() if not registry.current(key).has_secrets()]
FULL_MS = BLITZ.base_ms or 0


def hotseat(
    time: TimeControl = UNTIMED,
    game: str = "mills",
    seats: tuple[SeatInfo, SeatInfo] = (BOTH, BOTH),
) -> StartGame:
    """The start of a game at one device."""
    variant = VARIANTS.get(game, "little-table")
    return StartGame(GameTerms(game, variant, {}, time, "hotseat"), seats)


def begun(*turns: str, time: TimeControl = UNTIMED) -> Session:
    """A game in which these turns have been played, a second each."""
    session = Session.started(hotseat(time))
    for turn in turns:
        assert session.refusal(HOME, PlayTurn(session.game.position, turn), 1_000) == ""
    return session


def to_move(session: Session) -> int:
    pending = session.game.rules.pending(session.game.table)
    assert isinstance(pending, Turn)
    return pending.seat


@pytest.mark.parametrize("game", OPEN)
def test_both_sides_are_played_from_one_place(game: str) -> None:
    session = Session.started(hotseat(game=game))
    for ply in range(5):
        assert to_move(session) == ply % 2
        turn = session.game.rules.legal_turns(session.game.table, session.game.table.seat)[0]
        assert session.refusal(HOME, PlayTurn(session.game.position, turn)) == ""
        event = session.facts[-1].event
        assert isinstance(event, TurnPlayed)
        assert event.seat == ply % 2
    assert session.replayed() == session.state


@pytest.mark.parametrize(
    "command",
    [
        hotseat(seats=(BOTH, SeatInfo(BLACK, "Schwarz"))),
        hotseat(seats=(BOTH, SeatInfo(bot_player("easy"), "Computer"))),
    ],
)
def test_it_takes_one_owner_of_both_seats(command: StartGame) -> None:
    session = Session()
    assert session.refusal(MATCHMAKING, command) == "not_hotseat"
    assert session.state is None


def test_two_computers_are_no_people() -> None:
    computer = SeatInfo(bot_player("easy"), "Computer")
    assert Session().refusal(MATCHMAKING, hotseat(seats=(computer, computer))) == "not_practice"


@pytest.mark.parametrize("turns", [(), ("a1",), ("a1", "d7")])
def test_the_side_to_move_gives_up(turns: tuple[str, ...]) -> None:
    session = begun(*turns)
    loser = to_move(session)
    session.send(HOME, Resign())
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason, ended.plies) == (1 - loser, "resigned", len(turns))


def test_a_draw_needs_no_answer() -> None:
    session = begun("a1")
    assert session.refusal(HOME, OfferDraw()) == ""
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (None, "agreement")


def test_who_stops_playing_leaves_no_winner() -> None:
    session = begun("a1")
    assert session.refusal(HOME, LeaveGame()) == ""
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (None, "left")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (AcceptDraw(2), "no_such_offer"),
        (DeclineDraw(2), "no_such_offer"),
        (AskUndo(2), "undo_refused"),
        (AnswerUndo(2, accept=True), "no_such_ask"),
        (ClaimWin(), "opponent_present"),
        (PlayTurn(1, "d7"), "stale_position"),
        (PlayTurn(2, "a1"), "point_occupied"),
        (TakeBack(1), "stale_position"),
    ],
)
def test_what_makes_no_sense_with_one_device_is_refused(command: GameCommand, code: str) -> None:
    session = begun("a1")
    assert session.refusal(HOME, command, absent_ms=10**9) == code
    assert session.refusal(STRANGER, command) == "not_a_player"
    assert session.game.version == 2


@pytest.mark.parametrize("game", OPEN)
def test_one_turn_at_a_time_is_taken_back_down_to_the_start(game: str) -> None:
    session = Session.started(hotseat(game=game))
    tables = [session.game.table]
    for ply in range(4):
        turns = session.game.rules.legal_turns(session.game.table, session.game.table.seat)
        session.send(HOME, PlayTurn(session.game.position, turns[ply % len(turns)]))
        tables.append(session.game.table)
    while len(tables) > 1:
        tables.pop()
        assert session.refusal(HOME, TakeBack(session.game.position)) == ""
        event = session.facts[-1].event
        assert isinstance(event, TurnsTakenBack)
        assert (event.plies, event.seat) == (1, (len(tables) - 1) % 2)
        assert (session.game.table, session.game.plies) == (tables[-1], len(tables) - 1)
        assert to_move(session) == event.seat
    assert session.refusal(HOME, TakeBack(session.game.position)) == "nothing_to_take_back"
    assert session.replayed() == session.state


def test_a_turn_taken_back_can_be_played_otherwise_and_taken_back_again() -> None:
    session = begun("a1", "d7")
    session.send(HOME, TakeBack(3))
    assert session.refusal(HOME, PlayTurn(3, "g7")) == "stale_position"
    assert session.refusal(HOME, PlayTurn(4, "g7")) == ""
    assert session.refusal(HOME, TakeBack(5)) == ""
    assert session.refusal(HOME, TakeBack(6)) == ""
    assert session.game.plies == 0


def test_both_clocks_keep_what_they_have_and_the_other_one_runs() -> None:
    session = begun("a1", "d7", time=BLITZ)
    before = session.game.clock
    session.send(HOME, TakeBack(3), after_ms=5_000)
    clock = session.game.clock
    assert clock.running == 1
    assert clock.remaining_ms == (before.remaining_ms[0] - 5_000, before.remaining_ms[1])
    assert clock.since_ms == session.at_ms


def test_the_increment_comes_after_each_turn_and_lag_is_credited_to_each_side() -> None:
    session = Session.started(hotseat(BLITZ))
    for ply, turn in enumerate(("a1", "d7", "g7")):
        session.send(HOME, PlayTurn(session.game.position, turn), 1_000, lag_ms=80)
        event = session.facts[-1].event
        assert isinstance(event, TurnPlayed)
        assert event.credit_ms == 80 + CONSTANT_MS
        assert event.clock.running == (ply + 1) % 2
    gain_ms = BLITZ.increment_ms - 1_000 + 80 + CONSTANT_MS
    assert session.game.clock.remaining_ms == (FULL_MS + 2 * gain_ms, FULL_MS + gain_ms)


@pytest.mark.parametrize("turns", [(), ("a1",)])
def test_out_of_time_loses(turns: tuple[str, ...]) -> None:
    session = begun(*turns, time=BLITZ)
    loser = to_move(session)
    early = session.send(CLOCKS, ClaimFlag(session.game.position), after_ms=1_000)
    assert early.refusal is not None
    assert early.refusal.code == "flag_not_fallen"
    session.send(CLOCKS, ClaimFlag(session.game.position), after_ms=FULL_MS)
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (1 - loser, "time")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PlayTurn(2, "d7"), "flag_fallen"),
        (TakeBack(2), "game_over"),
        (Resign(), "game_over"),
        (OfferDraw(), "game_over"),
        (LeaveGame(), "game_over"),
    ],
)
def test_nothing_saves_whose_time_is_over(command: GameCommand, code: str) -> None:
    session = begun("a1", time=BLITZ)
    assert session.refusal(HOME, command, after_ms=FULL_MS) == code
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (0, "time")


def test_without_a_clock_a_week_may_pass_before_each_turn() -> None:
    session = begun("a1")
    assert session.refusal(HOME, PlayTurn(2, "d7"), REST_MS - 1) == ""
    assert ClockReading.of(session.game.clock) == ClockReading((REST_MS, REST_MS), 0)
    assert session.refusal(HOME, TakeBack(3), REST_MS - 1) == ""
    assert session.game.clock.due_at_ms() == session.at_ms + REST_MS


def test_what_nobody_goes_on_with_ends_after_a_week_without_a_winner() -> None:
    session = begun("a1")
    early = session.send(CLOCKS, ClaimFlag(2), after_ms=REST_MS - 1)
    assert early.events == ()
    session.send(CLOCKS, ClaimFlag(2), after_ms=1)
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.reason, ended.plies) == (None, "brake", 1)


def test_an_outage_costs_neither_side_time() -> None:
    session = begun("a1", time=BLITZ)
    session.at_ms += 60_000
    session.send(OWNER, CreditClock(session.at_ms - 60_000, session.at_ms, "takeover"))
    assert session.game.clock.remaining_at(1, session.at_ms) == FULL_MS


@pytest.mark.parametrize(("time", "is_on_time"), [(UNTIMED, False), (BLITZ, True)])
def test_only_with_a_clock_it_is_among_those_that_outages_are_credited_to(
    time: TimeControl,
    is_on_time: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    session = begun(time=time)
    assert (effects_of(session) is not None) is is_on_time
    assert not session.game.started.terms.is_clocked_online()


def effects_of(session: Session) -> object:
    return effects(StreamId("00-x"), session.facts, None)


def test_nobody_else_may_watch() -> None:
    game = begun("a1").game
    assert game.seat_of(HOME) == 0
    assert game.may_see(game.seat_of(HOME))
    assert not game.may_see(game.seat_of(STRANGER))
    friendly = msgspec.structs.replace(hotseat(), terms=GameTerms("mills", "yucata", {}, UNTIMED))
    assert Session.started(friendly).game.may_see(None)
