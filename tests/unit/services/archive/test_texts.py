"""A downloaded text is the game: read back by the rules it holds what the events hold."""

import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from libs.contracts.archive import GameRecord, GameSummary, Kind, RecordedEvent
from libs.contracts.games import (
    AnswerUndo,
    AskUndo,
    ClaimFlag,
    Dealt,
    EndPause,
    GameCommand,
    GameEnded,
    GameTerms,
    GoOn,
    LeaveGame,
    OfferDraw,
    PlayTurn,
    Reshuffled,
    Resign,
    SeatInfo,
    StartGame,
    TakeBack,
    TurnPlayed,
    Unveil,
)
from libs.contracts.ids import GameId, PlayerId, bot_player
from libs.rules import registry
from libs.rules.game import Pause, Seat
from libs.rules.gametext import Dealt as DealtText
from libs.rules.gametext import GameRecord as GameText
from libs.rules.gametext import Played, parse_game
from libs.testkit.standing import standing_turns
from libs.timing import TimeControl
from services.archive.queries.texts import people_of, read_record, text_of
from tests.unit.services.games.session import (
    BLACK,
    BLITZ,
    CLOCKS,
    UNTIMED,
    WHITE,
    Session,
)

NAMES: Final = {WHITE: "Anna", BLACK: 'Ben "der Zöger\u202e" \\ x]'}
GAME: Final = GameId("0a-Ab_9-z")
VARIANTS: Final = [(rules.key, variant) for rules in registry.ALL for variant in rules.variants]
MOST_TURNS: Final = 400


def begun(
    game: str,
    variant: str,
    time: TimeControl = BLITZ,
    kind: Kind = "friendly",
    opponent: PlayerId = BLACK,
) -> Session:
    """A game that has begun; accounts have no name in it."""
    seats = (SeatInfo(WHITE, ""), SeatInfo(opponent, ""))
    return Session.started(StartGame(GameTerms(game, variant, {}, time, kind), seats))


def step(session: Session, chance: random.Random) -> None:
    """One random turn, after a second or less; a pause is waited for."""
    state = session.game
    if state.pause is not None:
        if state.pause.until_ms is None:
            assert session.refusal(WHITE, GoOn(state.pause.version)) == ""
        else:
            session.at_ms = state.pause.until_ms
            assert session.refusal(CLOCKS, EndPause(state.pause.version)) == ""
        return
    if state.has_curtain():
        assert session.refusal(WHITE, Unveil(state.position)) == ""
    seat = acting(session)
    turn = chance.choice(state.rules.legal_turns(state.table, Seat(seat)))
    player = state.started.seats[seat].player
    played = PlayTurn(state.position, turn)
    assert session.refusal(player, played, after_ms=chance.randrange(1_000)) == ""


def acting(session: Session) -> int:
    """The seat that is to move."""
    pending: Any = session.game.rules.pending(session.game.table)
    return int(pending.seat)


def play_on(session: Session, chance: random.Random, turns: int = MOST_TURNS) -> None:
    """Random turns, to the end if it comes before so many."""
    for _ in range(turns):
        if session.game.ended is not None:
            return
        step(session, chance)


def finish(session: Session) -> None:
    """The end, if it has not come by itself."""
    if session.game.ended is None:
        assert session.refusal(WHITE, Resign()) == ""


def stored(session: Session) -> bytes:
    """The record as the archive keeps it."""
    started, ended = session.game.started, session.game.ended
    assert ended is not None
    events = [
        RecordedEvent(
            place + 1,
            fact.at_ms,
            str(fact.event.__struct_config__.tag),
            msgspec.json.decode(msgspec.json.encode(fact.event)),
        )
        for place, fact in enumerate(session.facts)
    ]
    summary = GameSummary(
        GAME,
        started.terms,
        started.seats,
        session.facts[0].at_ms,
        session.facts[-1].at_ms,
        ended.winner,
        ended.reason,
        ended.plies,
    )
    return msgspec.json.encode(GameRecord(summary, events))


def read_back(session: Session) -> GameText:
    """What the downloaded text says."""
    return parse_game(text_of(read_record(stored(session)), NAMES).text)


def expected(session: Session) -> list[Played | DealtText]:
    """Deals and standing turns, taken from the facts in another way than the archive's."""
    stand = {id(turn) for turn in standing_turns([fact.event for fact in session.facts])}
    is_timed = session.game.started.terms.time.is_timed()
    entries: list[Played | DealtText] = []
    for fact in session.facts:
        event = fact.event
        if isinstance(event, Dealt):
            assert fact.secret is not None
            dealt: dict[str, Sequence[Any]] = fact.secret.owner["dealt"]
            entries.append(DealtText({name: tuple(items) for name, items in dealt.items()}))
        elif isinstance(event, TurnPlayed) and id(event) in stand:
            left_ms = event.clock.remaining_ms[event.seat] if is_timed else None
            entries.append(Played(event.turn, left_ms))
    return entries


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_the_text_read_back_is_the_game(game: str, variant: str) -> None:
    chance = random.Random(f"{game} {variant}")
    session = begun(game, variant, TimeControl(10_800_000, 3_000), "friendly")
    play_on(session, chance)
    finish(session)
    text, ended = read_back(session), session.game.ended
    assert ended is not None
    terms = session.game.started.terms
    assert list(text.entries) == expected(session)
    assert (text.game, text.variant, text.options) == (game, variant, terms.options)
    assert text.players == (NAMES[WHITE], NAMES[BLACK])
    assert text.result == {0: "1-0", 1: "0-1", None: "1/2-1/2"}[ended.winner]
    assert text.termination == ended.reason
    assert (text.date, text.time_control, text.is_rated) == ("1970-01-01", (10_800, 3), False)


def test_a_match_of_hanse_has_a_deal_for_every_round() -> None:
    session = begun("hanse", "battlehanse", TimeControl(10_800_000))
    play_on(session, random.Random(1), 2_000)
    finish(session)
    deals = [entry for entry in read_back(session).entries if isinstance(entry, DealtText)]
    ended = session.game.ended
    assert isinstance(ended, GameEnded)
    assert len(deals) == len(ended.deal_secrets) >= 2


def test_turns_taken_back_by_consent_are_not_in_the_text() -> None:
    chance = random.Random(2)
    session = begun("mills", "battlemills-9")
    play_on(session, chance, 7)
    for asker, other in ((WHITE, BLACK), (BLACK, WHITE), (WHITE, BLACK)):
        assert session.refusal(asker, AskUndo(session.game.position)) == ""
        ask = AnswerUndo(session.game.version, accept=True)
        assert session.refusal(other, ask) == ""
        play_on(session, chance, 3)
    finish(session)
    text = read_back(session)
    assert list(text.entries) == expected(session)
    played = [fact for fact in session.facts if isinstance(fact.event, TurnPlayed)]
    assert len(text.entries) == session.game.plies < len(played)


def test_practice_has_no_clock_and_the_computer_s_strength_is_its_name() -> None:
    chance = random.Random(3)
    session = begun("dara", "little-table", UNTIMED, "practice", bot_player("strong"))
    play_on(session, chance, 6)
    assert session.refusal(WHITE, TakeBack(session.game.position)) == ""
    play_on(session, chance, 3)
    finish(session)
    text = read_back(session)
    assert list(text.entries) == expected(session)
    assert (text.players, text.time_control) == (("Anna", "Computer (strong)"), None)
    assert people_of(read_record(stored(session))) == [WHITE]


def played_out(text: GameText, session: Session) -> Any:
    """The table that the text's deals and turns lead to."""
    rules = session.game.rules
    table = rules.setup(text.options)
    for entry in text.entries:
        if isinstance(rules.pending(table), Pause):
            table = rules.resume(table)
        if isinstance(entry, DealtText):
            table = rules.deal(table, entry.items)
        else:
            table = rules.play(table, entry.turn)
    return table


@pytest.mark.parametrize("seed", range(6))
def test_where_cards_were_shuffled_anew_the_text_has_the_deal_that_was_played(seed: int) -> None:
    """Reading it plays every turn that stands, on the cards that lay there: all is as it was."""
    chance = random.Random(seed)
    session = begun("hanse", "battlehanse", UNTIMED, "practice", bot_player("easy"))
    for _ in range(30):
        play_on(session, chance, chance.randrange(1, 12))
        session.send(WHITE, TakeBack(session.game.position))
    finish(session)
    shuffles = [fact for fact in session.facts if isinstance(fact.event, Reshuffled)]
    assert len(shuffles) > 10
    text = read_back(session)
    played = [entry for entry in text.entries if isinstance(entry, Played)]
    standing = standing_turns(fact.event for fact in session.facts)
    assert [entry.turn for entry in played] == [turn.turn for turn in standing]
    assert played_out(text, session) == session.game.table


@pytest.mark.parametrize(("verb", "result"), [(LeaveGame(), "*"), (OfferDraw(), "1/2-1/2")])
def test_two_at_one_device_who_stop_have_not_drawn(verb: GameCommand, result: str) -> None:
    session = begun("mills", "battlemills-9", UNTIMED, "hotseat", WHITE)
    play_on(session, random.Random(5), 4)
    assert session.refusal(WHITE, verb) == ""
    text = read_back(session)
    assert (text.result, text.players) == (result, ("Anna", "Anna"))
    assert list(text.entries) == expected(session)


def test_a_match_at_one_device_reads_back_without_its_curtains() -> None:
    session = begun("hanse", "battlehanse", BLITZ, "hotseat", WHITE)
    play_on(session, random.Random(8))
    finish(session)
    assert {"Unveiled", "PauseOver"} <= {type(fact.event).__name__ for fact in session.facts}
    assert list(read_back(session).entries) == expected(session)


def test_a_rated_game_lost_on_time_says_so() -> None:
    session = begun("mills", "battlemills-9", kind="rated")
    play_on(session, random.Random(4), 5)
    session.at_ms += 200_000
    assert session.refusal(CLOCKS, ClaimFlag(session.game.position)) == ""
    text = read_back(session)
    assert (text.is_rated, text.termination, text.result) == (True, "time", "1-0")
    assert list(text.entries) == expected(session)


def test_who_has_gone_is_written_as_deleted_and_the_file_s_name_is_plain() -> None:
    session = begun("mills", "battlemills-9")
    finish(session)
    file = text_of(read_record(stored(session)), {WHITE: "Anna", BLACK: None})
    assert parse_game(file.text).players == ("Anna", "deleted")
    assert file.name == "1970-01-01-mills-0a-Ab_9-z.txt"


def test_an_event_that_a_text_does_not_know_is_passed_over() -> None:
    session = begun("mills", "battlemills-9")
    finish(session)
    record = msgspec.json.decode(stored(session))
    record["events"].insert(1, {"version": 2, "at_ms": 1, "type": "games.cheered", "data": None})
    assert text_of(read_record(msgspec.json.encode(record)), NAMES).text
