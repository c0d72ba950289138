"""Turns taken back by consent: in friendly games, with nothing shuffled and no time won."""

from collections.abc import Callable

import pytest

from libs.contracts.games import (
    AcceptDraw,
    AnswerUndo,
    AskUndo,
    ClaimFlag,
    ClockReading,
    Dealt,
    DrawOffered,
    EndPause,
    GameTerms,
    OfferDraw,
    PlayTurn,
    Resign,
    SeatInfo,
    StartGame,
    TakeBack,
    TurnsTakenBack,
    UndoAsked,
    UndoDeclined,
)
from libs.contracts.ids import bot_player
from libs.rules.game import Seat, Turn
from libs.timing import TimeControl
from libs.timing.clock import BRAKE_MS
from tests.unit.services.games.session import (
    BLACK,
    CLOCKS,
    STRANGER,
    UNTIMED,
    WHITE,
    Session,
    start_command,
)

BASE_MS, INCREMENT_MS = 180_000, 2_000
SEATS = (SeatInfo(WHITE, "Weiß"), SeatInfo(BLACK, "Schwarz"))
HANSE = StartGame(GameTerms("hanse", "one-round", {}, TimeControl(BASE_MS, INCREMENT_MS)), SEATS)


def begun(*turns: str, command: StartGame | None = None) -> Session:
    """A friendly game in which these turns have been played, each after a second's thought."""
    session = Session.started(command or start_command())
    for turn in turns:
        played = PlayTurn(session.game.position, turn)
        assert session.refusal(session.to_move(), played, after_ms=1_000) == ""
    return session


def ask(session: Session, player: str) -> int:
    """That player asks in the present position; what names the ask."""
    assert session.refusal(player, AskUndo(session.game.position)) == ""
    return session.game.version


def test_the_asker_s_turn_and_the_reply_are_gone_when_the_other_agrees() -> None:
    session = begun("a1")
    before = session.game.table
    session = begun("a1", "d7", "g7")
    asked = ask(session, BLACK)
    assert session.facts[-1].event == UndoAsked(1)
    assert session.refusal(WHITE, AnswerUndo(asked, accept=True)) == ""
    event = session.facts[-1].event
    assert isinstance(event, TurnsTakenBack)
    assert (event.seat, event.to, event.plies) == (1, 2, 2)
    assert (session.game.table, session.game.plies, session.game.ask) == (before, 1, None)
    assert session.game.position == session.game.version == 6
    assert session.refusal(BLACK, PlayTurn(4, "a4")) == "stale_position"
    assert session.refusal(BLACK, PlayTurn(6, "a4")) == ""
    assert session.replayed() == session.state


def test_before_the_reply_the_own_turn_alone_is_gone() -> None:
    session = begun("a1", "d7", "g7")
    session.send(BLACK, AnswerUndo(ask(session, WHITE), accept=True))
    event = session.facts[-1].event
    assert isinstance(event, TurnsTakenBack)
    assert (event.seat, event.to, event.plies) == (0, 3, 1)
    assert session.to_move() == WHITE


def test_both_clocks_keep_what_they_have_and_the_asker_thinks_from_then_on() -> None:
    session = begun("a1", "d7", "g7")
    asked = ask(session, WHITE)
    white_ms, black_ms = session.game.clock.remaining_ms
    assert session.refusal(BLACK, AnswerUndo(asked, accept=True), after_ms=5_000) == ""
    black_ms -= 5_000
    event = session.facts[-1].event
    assert isinstance(event, TurnsTakenBack)
    assert event.clock == ClockReading((white_ms, black_ms), 0)
    clock = session.game.clock
    assert (clock.since_ms, clock.due_at_ms()) == (session.at_ms, session.at_ms + white_ms)


def test_without_clocks_the_brake_begins_anew() -> None:
    session = begun("a1", "d7", command=start_command(UNTIMED))
    asked = ask(session, WHITE)
    session.send(BLACK, AnswerUndo(asked, accept=True), after_ms=9_000)
    assert session.game.clock.due_at_ms() == session.at_ms + BRAKE_MS


def test_a_deadline_of_the_position_that_was_left_is_no_flag() -> None:
    session = begun("a1", "d7")
    left = session.game.position
    session.send(BLACK, AnswerUndo(ask(session, WHITE), accept=True))
    assert session.send(CLOCKS, ClaimFlag(left), after_ms=BASE_MS + 9_000).events == ()
    session.send(CLOCKS, ClaimFlag(session.game.position))
    assert session.game.ended is not None
    assert (session.game.ended.winner, session.game.ended.reason) == (1, "time")


def test_back_to_the_first_position_the_flag_still_falls() -> None:
    session = begun("a1")
    session.send(BLACK, AnswerUndo(ask(session, WHITE), accept=True))
    assert (session.game.plies, session.to_move()) == (0, WHITE)
    assert session.refusal(WHITE, AskUndo(session.game.position)) == "nothing_to_take_back"
    session.send(CLOCKS, ClaimFlag(session.game.position), after_ms=BASE_MS + 9_000)
    assert session.game.ended is not None


def test_an_answer_that_comes_after_the_flag_takes_nothing_back() -> None:
    session = begun("a1", "d7", "g7")
    asked = ask(session, WHITE)
    late = session.send(BLACK, AnswerUndo(asked, accept=True), after_ms=BASE_MS + 9_000)
    assert late.refusal is not None
    assert late.refusal.code == "game_over"
    assert session.game.ended is not None
    assert (session.game.ended.winner, session.game.plies) == (0, 3)


def test_who_declines_says_so_and_is_asked_once_a_position() -> None:
    session = begun("a1", "d7")
    asked = ask(session, WHITE)
    assert session.refusal(BLACK, AnswerUndo(asked, accept=False)) == ""
    assert session.facts[-1].event == UndoDeclined(1, asked)
    assert session.refusal(BLACK, AnswerUndo(asked, accept=True)) == "no_such_ask"
    assert session.refusal(WHITE, AskUndo(session.game.position)) == "undo_already_asked"
    session.send(WHITE, PlayTurn(session.game.position, "g7"))
    ask(session, WHITE)
    assert session.replayed() == session.state


def test_one_ask_at_a_time_and_not_one_s_own_is_answered() -> None:
    session = begun("a1", "d7")
    asked = ask(session, WHITE)
    assert session.refusal(BLACK, AskUndo(session.game.position)) == "undo_already_asked"
    assert session.refusal(WHITE, AnswerUndo(asked, accept=True)) == "own_ask"
    assert session.refusal(BLACK, AnswerUndo(asked + 1, accept=True)) == "no_such_ask"
    assert session.refusal(STRANGER, AnswerUndo(asked, accept=True)) == "not_a_player"
    assert session.game.plies == 2


@pytest.mark.parametrize("asker", [WHITE, BLACK])
def test_an_ask_dies_when_either_side_plays(asker: str) -> None:
    session = begun("a1", "d7", "g7")
    asked = ask(session, asker)
    session.send(BLACK, PlayTurn(session.game.position, "g1"))
    other = BLACK if asker == WHITE else WHITE
    assert session.refusal(other, AnswerUndo(asked, accept=True)) == "no_such_ask"
    assert session.game.plies == 4


def test_an_ask_dies_with_the_game() -> None:
    session = begun("a1", "d7")
    asked = ask(session, WHITE)
    session.send(WHITE, Resign())
    assert session.refusal(BLACK, AnswerUndo(asked, accept=True)) == "game_over"
    assert session.game.ask is None


def test_a_draw_offer_dies_on_an_undo_and_may_be_made_again() -> None:
    session = begun("a1", "d7")
    session.send(BLACK, OfferDraw())
    offer = session.game.version
    session.send(BLACK, AnswerUndo(ask(session, WHITE), accept=True))
    assert session.refusal(WHITE, AcceptDraw(offer)) == "no_such_offer"
    session.send(BLACK, OfferDraw())
    assert session.facts[-1].event == DrawOffered(1)


def test_declining_leaves_a_draw_offer_standing() -> None:
    session = begun("a1", "d7")
    session.send(BLACK, OfferDraw())
    offer = session.game.version
    session.send(BLACK, AnswerUndo(ask(session, WHITE), accept=False))
    assert session.refusal(WHITE, AcceptDraw(offer)) == ""


def test_it_names_the_position_and_one_has_played() -> None:
    session = begun("a1")
    assert session.refusal(WHITE, AskUndo(1)) == "stale_position"
    assert session.refusal(BLACK, AskUndo(2)) == "nothing_to_take_back"
    assert session.refusal(STRANGER, AskUndo(2)) == "not_a_player"


def rated() -> Session:
    return begun("a1", "d7", command=start_command(kind="rated"))


def practised() -> Session:
    terms = GameTerms("mills", "battlemills-9", {}, UNTIMED, "practice")
    computer = SeatInfo(bot_player("easy"), "Computer")
    session = Session.started(StartGame(terms, (SEATS[0], computer)))
    session.send(WHITE, PlayTurn(1, "a1"))
    return session


@pytest.mark.parametrize("game", [rated, practised])
def test_elsewhere_nobody_is_asked(game: Callable[[], Session]) -> None:
    session = game()
    assert session.refusal(WHITE, AskUndo(session.game.position)) == "undo_refused"
    assert session.refusal(WHITE, AnswerUndo(session.game.version, accept=True)) == "no_such_ask"


def test_a_long_rated_game_keeps_no_earlier_table() -> None:
    assert rated().game.earlier is None
    friendly = begun("a1", "d7")
    assert friendly.game.earlier is not None
    assert friendly.refusal(WHITE, TakeBack(friendly.game.position)) == "practice_only"


def play_any(session: Session, choice: int = 0) -> None:
    """Any legal turn."""
    game = session.game
    pending = game.rules.pending(game.table)
    assert isinstance(pending, Turn)
    turns = game.rules.legal_turns(game.table, Seat(pending.seat))
    turn = PlayTurn(game.position, turns[choice % len(turns)])
    assert session.refusal((WHITE, BLACK)[pending.seat], turn, after_ms=1_000) == ""


def test_with_hidden_cards_every_card_lies_again_where_it_lay() -> None:
    session = Session.started(HANSE)
    play_any(session)
    before = session.game.table
    deals = sum(isinstance(fact.event, Dealt) for fact in session.facts)
    play_any(session)
    play_any(session)
    session.send(WHITE, AnswerUndo(ask(session, BLACK), accept=True))
    assert session.game.table == before, "the cards that came from the pile lie on it again"
    assert sum(isinstance(fact.event, Dealt) for fact in session.facts) == deals
    assert session.replayed() == session.state


def test_a_round_that_is_over_is_over() -> None:
    command = StartGame(GameTerms("hanse", "battlehanse", {}, UNTIMED), SEATS)
    session = Session.started(command)
    while session.game.pause is None:
        play_any(session, -1)
    players = (WHITE, BLACK)
    position, pause = session.game.position, session.game.pause
    assert pause.until_ms is not None
    assert {session.refusal(player, AskUndo(position)) for player in players} == {"paused"}
    session.send(CLOCKS, EndPause(pause.version), after_ms=pause.until_ms - session.at_ms)
    position = session.game.position
    codes = {session.refusal(player, AskUndo(position)) for player in players}
    assert codes == {"nothing_to_take_back"}
