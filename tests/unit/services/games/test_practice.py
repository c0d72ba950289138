"""Games against a computer: no clock, turns taken back, nobody looking on."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.contracts.games import (
    AcceptDraw,
    ClaimFlag,
    ClaimWin,
    ClockReading,
    CreditClock,
    GameCommand,
    GameTerms,
    GoOn,
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
from libs.rules.game import Turn
from libs.testkit.standing import standing_turns
from libs.timing import Clock, TimeControl
from tests.unit.services.games.session import (
    BLITZ,
    CLOCKS,
    MATCHMAKING,
    OWNER,
    STRANGER,
    UNTIMED,
    WHITE,
    Session,
    start_command,
)

COMPUTER = bot_player("medium")
PERSON, BOT = SeatInfo(WHITE, "Weiß"), SeatInfo(COMPUTER, "Computer")
STANDING = ClockReading((0, 0), None)
A_YEAR_MS = 365 * 24 * 3_600_000


def practice(
    seats: tuple[SeatInfo, SeatInfo] = (PERSON, BOT),
    game: str = "mills",
    variant: str | None = "battlemills-9",
    time: TimeControl = UNTIMED,
) -> StartGame:
    """The start of a game against a computer."""
    return StartGame(GameTerms(game, variant or "little-table", {}, time, "practice"), seats)


def begun(*turns: str, command: StartGame | None = None) -> Session:
    """A practice game in which these turns have been played, by one after the other."""
    session = Session.started(command or practice())
    seats = session.game.started.seats
    for ply, turn in enumerate(turns):
        played = PlayTurn(session.game.position, turn)
        assert session.refusal(seats[ply % 2].player, played, after_ms=1_000) == ""
    return session


def test_nothing_falls_due_however_long_it_takes() -> None:
    session = begun("a1", "d7")
    clock = session.game.clock
    assert (clock.remaining_ms, clock.running, clock.due_at_ms()) == ((0, 0), None, None)
    assert session.send(CLOCKS, ClaimFlag(session.game.position), A_YEAR_MS).events == ()
    outage = CreditClock(session.at_ms - 50_000, session.at_ms, "takeover")
    assert session.send(OWNER, outage).events == ()
    assert session.refusal(WHITE, PlayTurn(session.game.position, "g7"), A_YEAR_MS) == ""


def test_a_standing_clock_stands() -> None:
    clock = Clock.standing(UNTIMED, 5)
    assert not clock.has_fallen(A_YEAR_MS)
    assert clock.credit(0, 100) == clock


@pytest.mark.parametrize(
    "command",
    [
        practice((PERSON, SeatInfo(STRANGER, "Noch jemand"))),
        practice((BOT, BOT)),
        practice(time=BLITZ),
        msgspec.structs.replace(start_command(), seats=(PERSON, BOT)),
        msgspec.structs.replace(start_command(UNTIMED), seats=(BOT, PERSON)),
    ],
)
def test_a_computer_plays_in_practice_against_a_person_and_nowhere_else(
    command: StartGame,
) -> None:
    session = Session()
    assert session.refusal(MATCHMAKING, command) == "not_practice"
    assert session.state is None


@pytest.mark.parametrize("game", ["mills", "three", "dara", "tictactoe"])
def test_the_own_turn_and_the_reply_are_taken_back(game: str) -> None:
    variant = "battlemills-9" if game == "mills" else "little-table"
    session = Session.started(practice(game=game, variant=variant))
    before = [session.game.table]
    for ply in range(4):
        pending = session.game.rules.pending(session.game.table)
        assert isinstance(pending, Turn)
        turn = session.game.rules.legal_turns(session.game.table, pending.seat)[ply]
        session.send((WHITE, COMPUTER)[ply % 2], PlayTurn(session.game.position, turn))
        before.append(session.game.table)
    assert session.refusal(WHITE, TakeBack(5)) == ""
    assert session.facts[-1].event == TurnsTakenBack(0, 3, 2, STANDING)
    assert (session.game.table, session.game.plies) == (before[2], 2)
    assert (session.game.position, session.game.version) == (6, 6)
    assert session.refusal(WHITE, TakeBack(6)) == ""
    assert (session.game.table, session.game.plies) == (before[0], 0)
    assert session.refusal(WHITE, TakeBack(7)) == "nothing_to_take_back"
    assert session.replayed() == session.state


def test_while_the_computer_thinks_the_own_turn_alone_is_taken_back() -> None:
    session = begun("a1", "d7", "g7")
    assert session.refusal(WHITE, TakeBack(4)) == ""
    event = session.facts[-1].event
    assert isinstance(event, TurnsTakenBack)
    assert (event.to, event.plies) == (3, 1)
    late = PlayTurn(4, "d1")
    assert session.refusal(COMPUTER, late) == "stale_position"
    assert session.refusal(WHITE, PlayTurn(5, "g1")) == ""


def test_who_plays_second_takes_back_to_where_they_were_to_act() -> None:
    session = begun("a1", "d7", "g7", command=practice((BOT, PERSON)))
    assert session.refusal(WHITE, TakeBack(4)) == ""
    assert session.game.plies == 1
    assert session.refusal(WHITE, TakeBack(5)) == "nothing_to_take_back"
    assert session.refusal(WHITE, PlayTurn(5, "d1")) == ""


def test_it_names_the_position_that_is_left() -> None:
    session = begun("a1", "d7")
    assert session.refusal(WHITE, TakeBack(2)) == "stale_position"
    assert session.refusal(WHITE, TakeBack(3)) == ""
    assert session.refusal(WHITE, TakeBack(3)) == "stale_position"


def test_nobody_else_takes_back() -> None:
    session = begun("a1", "d7")
    assert session.refusal(COMPUTER, TakeBack(3)) == "practice_only"
    assert session.refusal(STRANGER, TakeBack(3)) == "not_a_player"
    friendly = Session.started(start_command(UNTIMED))
    friendly.send(WHITE, PlayTurn(1, "a1"))
    assert friendly.refusal(WHITE, TakeBack(2)) == "practice_only"
    rated = Session.started(start_command(UNTIMED, kind="rated"))
    rated.send(WHITE, PlayTurn(1, "a1"))
    assert rated.refusal(WHITE, TakeBack(2)) == "practice_only"
    assert rated.game.earlier is None, "nothing is kept where nothing can be taken back"


def test_a_finished_game_is_finished() -> None:
    session = begun("a1", "d7")
    session.send(WHITE, Resign())
    assert session.refusal(WHITE, TakeBack(3)) == "game_over"


def test_an_offer_dies_when_turns_are_taken_back_and_may_be_made_again() -> None:
    session = begun("a1", "d7")
    session.send(COMPUTER, OfferDraw())
    session.send(WHITE, TakeBack(3))
    assert session.refusal(WHITE, AcceptDraw(4)) == "no_such_offer"
    assert session.refusal(COMPUTER, OfferDraw()) == ""
    assert session.replayed() == session.state


@pytest.mark.parametrize("actor", [WHITE, COMPUTER])
def test_nobody_claims_a_win(actor: PlayerId) -> None:
    session = begun("a1")
    assert session.refusal(actor, ClaimWin(), absent_ms=A_YEAR_MS) == "opponent_present"


@pytest.mark.parametrize("verb", [Resign(), LeaveGame()])
def test_giving_up_loses_and_the_end_counts_the_turns_that_stand(verb: GameCommand) -> None:
    session = begun("a1", "d7", "g7")
    session.send(WHITE, TakeBack(4))
    session.send(WHITE, verb)
    ended = session.game.ended
    assert ended is not None
    assert (ended.winner, ended.plies) == (1, 2)
    turns = standing_turns(fact.event for fact in session.facts)
    assert [turn.turn for turn in turns] == ["a1", "d7"]


def test_repetitions_are_counted_as_if_what_was_taken_back_had_never_been() -> None:
    session = begun("a1", "d7", "g7", "d1")
    before = session.game.rules.view(session.game.table, session.game.table.seat)
    for _ in range(5):
        session.send(WHITE, PlayTurn(session.game.position, "g1"))
        session.send(COMPUTER, PlayTurn(session.game.position, "a7"))
        session.send(WHITE, TakeBack(session.game.position))
    assert session.game.rules.view(session.game.table, session.game.table.seat) == before
    assert sum(isinstance(fact.event, TurnPlayed) for fact in session.facts) == 14


@given(st.lists(st.integers(0, 10_000), max_size=60))
def test_with_hidden_cards_the_clock_stands_too_and_pauses_end(choices: list[int]) -> None:
    session = Session.started(practice(game="hanse", variant="one-round"))
    for choice in choices:
        game = session.game
        assert ClockReading.of(game.clock) == STANDING
        if game.ended is not None:
            break
        if game.pause is not None:
            assert session.refusal(WHITE, GoOn(game.pause.version), after_ms=A_YEAR_MS) == ""
            continue
        pending = game.rules.pending(game.table)
        assert isinstance(pending, Turn)
        turns = game.rules.legal_turns(game.table, pending.seat)
        turn = PlayTurn(game.position, turns[choice % len(turns)])
        assert session.refusal((WHITE, COMPUTER)[pending.seat], turn, after_ms=A_YEAR_MS) == ""
    assert session.replayed() == session.state
