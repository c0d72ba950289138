"""Every verb of a game session: who may, when, and what it leads to."""

import pytest

from libs.contracts.games import (
    AcceptDraw,
    ClaimFlag,
    ClaimWin,
    ClockCredited,
    CreditClock,
    DeclineDraw,
    DrawOffered,
    EndPause,
    GameCommand,
    GameEnded,
    LeaveGame,
    OfferDraw,
    PlayTurn,
    Resign,
    TakeBack,
    TurnPlayed,
)
from tests.unit.services.games.session import (
    BLACK,
    CLOCKS,
    MATCHMAKING,
    OWNER,
    STRANGER,
    UNTIMED,
    WHITE,
    Session,
    start_command,
)

PLAYER_VERBS: list[GameCommand] = [
    PlayTurn(1, "a1"),
    OfferDraw(),
    AcceptDraw(2),
    DeclineDraw(2),
    Resign(),
    LeaveGame(),
    TakeBack(1),
    ClaimWin(),
]
SERVICE_VERBS: list[GameCommand] = [
    start_command(),
    ClaimFlag(1),
    CreditClock(0, 1, "outage"),
    EndPause(1),
]


def ending(session: Session) -> GameEnded:
    """The end of a session's game."""
    ended = session.game.ended
    assert ended is not None
    return ended


def test_a_game_starts_with_all_options_written_out_and_white_s_clock_running() -> None:
    session = Session.started()
    assert session.game.started.terms.options["no_mill_limit"] == 25
    assert session.game.clock.running == 0
    assert session.refusal(MATCHMAKING, start_command()) == "game_exists"


@pytest.mark.parametrize(
    "command",
    [start_command(variant="chess"), start_command(flying="sometimes"), start_command(wings=True)],
)
def test_terms_that_the_rules_do_not_know_start_nothing(command: GameCommand) -> None:
    session = Session()
    assert session.refusal(MATCHMAKING, command) == "unknown_terms"
    assert session.state is None


@pytest.mark.parametrize("verb", PLAYER_VERBS, ids=lambda verb: type(verb).__name__)
@pytest.mark.parametrize("actor", [STRANGER, "", CLOCKS, OWNER])
def test_nobody_but_the_two_has_a_player_s_verbs(verb: GameCommand, actor: str) -> None:
    session = Session.started()
    assert session.refusal(actor, verb) == "not_a_player"
    assert len(session.facts) == 1


@pytest.mark.parametrize("verb", SERVICE_VERBS, ids=lambda verb: type(verb).__name__)
@pytest.mark.parametrize("actor", [WHITE, BLACK, STRANGER, ""])
def test_no_player_has_a_service_s_verbs(verb: GameCommand, actor: str) -> None:
    session = Session.started()
    assert session.refusal(actor, verb, after_ms=500_000) == "service_only"
    assert len(session.facts) == 1


@pytest.mark.parametrize("verb", PLAYER_VERBS, ids=lambda verb: type(verb).__name__)
def test_after_the_end_every_verb_is_refused_and_nothing_changes(verb: GameCommand) -> None:
    session = Session.started()
    session.send(WHITE, Resign())
    before = session.state
    assert session.refusal(BLACK, verb) == "game_over"
    assert session.state == before


def test_a_turn_names_the_position_and_only_turns_change_it() -> None:
    session = Session.started()
    assert session.refusal(WHITE, PlayTurn(1, "a1")) == ""
    assert session.game.position == 2
    session.send(WHITE, OfferDraw())
    assert (session.game.version, session.game.position) == (3, 2)
    assert session.refusal(BLACK, PlayTurn(1, "d7")) == "stale_position"
    assert session.refusal(BLACK, PlayTurn(2, "d7")) == ""


def test_a_turn_out_of_order_or_against_the_rules_is_refused_with_the_rules_code() -> None:
    session = Session.started()
    assert session.refusal(BLACK, PlayTurn(1, "a1")) == "not_your_turn"
    session.send(WHITE, PlayTurn(1, "a1"))
    assert session.refusal(BLACK, PlayTurn(2, "a1")) == "point_occupied"
    assert session.refusal(BLACK, PlayTurn(2, "z9")) == "unknown_point"
    assert len(session.facts) == 2


def test_the_increment_is_added_and_the_measured_lag_given_back() -> None:
    session = Session.started()
    session.send(WHITE, PlayTurn(1, "a1"), after_ms=10_000, lag_ms=80)
    event = session.facts[-1].event
    assert isinstance(event, TurnPlayed)
    assert (event.spent_ms, event.credit_ms) == (10_000, 100)
    assert event.clock.remaining_ms == (180_000 - 10_000 + 100 + 2_000, 180_000)


def test_a_turn_at_the_flag_is_lost_and_gets_no_increment() -> None:
    session = Session.started()
    assert session.refusal(WHITE, PlayTurn(1, "a1"), after_ms=180_000) == "flag_fallen"
    assert (ending(session).winner, ending(session).reason) == (1, "time")
    assert ending(session).clock.remaining_ms == (0, 180_000)


def test_whatever_the_other_does_after_the_flag_the_game_has_ended_by_time() -> None:
    session = Session.started()
    assert session.refusal(BLACK, Resign(), after_ms=180_001) == "game_over"
    assert (ending(session).winner, ending(session).reason) == (1, "time")


def test_the_flag_falls_by_the_clocks_service_alone_and_only_when_it_is_due() -> None:
    session = Session.started()
    early = session.send(CLOCKS, ClaimFlag(1), after_ms=179_000)
    assert early.refusal is not None
    assert early.refusal.detail == {"remaining_ms": 1_000}
    session.send(WHITE, PlayTurn(1, "a1"))
    late = session.send(CLOCKS, ClaimFlag(1), after_ms=5_000)
    assert (late.events, late.refusal) == ((), None)
    session.send(CLOCKS, ClaimFlag(2), after_ms=175_000)
    assert (ending(session).winner, ending(session).reason) == (0, "time")


def test_an_untimed_game_ends_by_the_brake() -> None:
    session = Session.started(start_command(UNTIMED))
    session.send(WHITE, PlayTurn(1, "a1"), after_ms=599_999)
    session.send(CLOCKS, ClaimFlag(2), after_ms=600_000)
    assert (ending(session).winner, ending(session).reason) == (0, "brake")


def test_a_flag_waits_for_a_player_whom_we_cut_off() -> None:
    session = Session.started()
    decision = session.send(CLOCKS, ClaimFlag(1), after_ms=180_000, hold_ms=4_000)
    assert decision.refusal is not None
    assert decision.refusal.detail == {"remaining_ms": 4_000}


def test_an_outage_is_credited_to_the_side_that_was_thinking() -> None:
    session = Session.started()
    begun_ms = session.at_ms
    outage = CreditClock(begun_ms + 10_000, begun_ms + 50_000, "takeover")
    session.send(OWNER, outage, after_ms=50_000)
    assert isinstance(session.facts[-1].event, ClockCredited)
    assert session.game.clock.remaining_at(0, session.at_ms) == 170_000
    assert session.game.position == 1
    longer = CreditClock(begun_ms + 20_000, begun_ms + 51_000, "gateway")
    session.send(OWNER, longer, after_ms=1_000)
    assert session.game.clock.remaining_at(0, session.at_ms) == 170_000


def test_a_flag_that_fell_before_the_outage_stays_fallen() -> None:
    session = Session.started()
    begun_ms = session.at_ms
    session.send(OWNER, CreditClock(begun_ms + 180_000, begun_ms + 400_000, "x"), 400_000)
    assert ending(session).reason == "time"


def test_an_offer_is_named_by_its_version_and_dies_when_either_side_plays() -> None:
    session = Session.started()
    session.send(BLACK, OfferDraw())
    offer = session.game.version
    assert isinstance(session.facts[-1].event, DrawOffered)
    assert session.refusal(BLACK, AcceptDraw(offer)) == "own_offer"
    assert session.refusal(WHITE, OfferDraw()) == "draw_already_offered"
    assert session.refusal(WHITE, AcceptDraw(offer + 1)) == "no_such_offer"
    session.send(WHITE, PlayTurn(1, "a1"))
    assert session.refusal(WHITE, AcceptDraw(offer)) == "no_such_offer"


def test_a_declined_offer_is_gone_and_not_repeated_in_the_same_position() -> None:
    session = Session.started()
    session.send(BLACK, OfferDraw())
    session.send(WHITE, DeclineDraw(session.game.version))
    assert session.game.offer is None
    assert session.refusal(BLACK, OfferDraw()) == "draw_already_offered"
    session.send(WHITE, PlayTurn(1, "a1"))
    assert session.refusal(BLACK, OfferDraw()) == ""
    session.send(WHITE, AcceptDraw(session.game.version))
    assert (ending(session).winner, ending(session).reason) == (None, "agreement")


@pytest.mark.parametrize(("verb", "reason"), [(Resign(), "resigned"), (LeaveGame(), "left")])
def test_giving_up_and_leaving_lose(verb: GameCommand, reason: str) -> None:
    session = Session.started()
    session.send(BLACK, verb)
    assert (ending(session).winner, ending(session).reason) == (0, reason)


def test_the_win_may_be_claimed_after_a_minute_of_absence() -> None:
    session = Session.started()
    assert session.refusal(BLACK, ClaimWin(), absent_ms=59_999) == "opponent_present"
    session.send(BLACK, ClaimWin(), absent_ms=60_000)
    assert (ending(session).winner, ending(session).reason) == (1, "claimed")


def test_a_turn_that_ends_the_game_ends_it_in_the_same_decision() -> None:
    session = Session.started(start_command(no_mill_limit=1))
    session.send(WHITE, PlayTurn(1, "a1"))
    decision = session.send(BLACK, PlayTurn(2, "d7"))
    assert [type(fact.event) for fact in decision.events] == [TurnPlayed, GameEnded]
    assert (ending(session).winner, ending(session).reason) == (None, "no_mill")
    assert ending(session).clock.running is None
    assert session.replayed() == session.state
