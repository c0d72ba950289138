"""A game with hidden cards, deals and pauses, through the same decider and frames as any other."""

import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.contracts.games import (
    AnswerUndo,
    AskUndo,
    Dealt,
    EndPause,
    GameEnded,
    GameTerms,
    PlayTurn,
    SeatInfo,
    StartGame,
    TurnsTakenBack,
)
from libs.eventstore.records import Recorded, StreamId
from libs.rules import registry
from libs.rules.game import SPECTATOR, Rules, Seat, Viewer
from libs.testkit.toy_cards import ToyCards
from libs.timing import TimeControl
from services.games.decider import Fact
from services.games.decider.state import Break
from services.games.handlers.codec import GameCodec
from services.games.handlers.frames import frame
from tests.unit.services.games.session import BLACK, CLOCKS, WHITE, Session

START = StartGame(
    GameTerms("toy_cards", "toy", {}, TimeControl(60_000, 1_000)),
    (SeatInfo(WHITE, "Weiß"), SeatInfo(BLACK, "Schwarz")),
)
HANSE = msgspec.structs.replace(
    START, terms=GameTerms("hanse", "battlehanse", {}, TimeControl(60_000, 1_000))
)
AUDIENCES: list[int | None] = [None, 0, 1]
UNDO = 8
"""A choice that is no turn: whoever is to act asks to take the last one back, and may."""


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only here the toy is a registered game."""
    toy: Rules[Any] = ToyCards()
    monkeypatch.setitem(registry.REGISTRY, (toy.key, toy.version), toy)
    monkeypatch.setitem(registry.CURRENT, toy.key, toy)


def rows(facts: list[Fact]) -> list[Recorded]:
    """The facts as the log has them."""
    stored = []
    for version, fact in enumerate(facts, start=1):
        new = GameCodec().encode(fact)
        row = Recorded(
            0, version, StreamId("00-toy"), version, new.type, 1, fact.at_ms,
            "p", None, None, "c", new.public, new.secret,
        )  # fmt: skip
        stored.append(row)
    return stored


def followed(session: Session, seat: int | None) -> Any:
    """The view that an audience makes of its frames alone."""
    rules, options = session.game.rules, session.game.started.terms.options
    viewer: Viewer = SPECTATOR if seat is None else Seat(seat)
    view = plain(rules.view(rules.setup(options), viewer))
    views: dict[int, Any] = {}
    for row in rows(session.facts):
        event = json.loads(frame(row, seat))["event"]
        own = event.get("shown")
        shown = own if own is not None else event["data"].get("shown")
        if event["type"] == "games.dealt":
            view = plain(rules.follow_deal(view, viewer, shown))
        elif event["type"] == "games.turn_played":
            view = plain(rules.follow(view, viewer, event["data"]["turn"], shown))
        elif event["type"] == "games.turns_taken_back":
            view = views[event["data"]["to"]]
        views[event["version"]] = view
    return view


def plain(view: Any) -> Any:
    """A view as it arrives."""
    return json.loads(msgspec.json.encode(view))


def play_on(session: Session, choices: list[int]) -> None:
    """Plays legal turns, takes some back, and waits for the end of each pause."""
    for choice in choices:
        game = session.game
        if game.ended is not None:
            return
        if game.pause is not None:
            session.send(CLOCKS, EndPause(game.pause.version), after_ms=1_000)
            continue
        seat = game.clock.running
        assert seat is not None
        if choice == UNDO:
            session.send((WHITE, BLACK)[seat], AskUndo(game.position))
            session.send((BLACK, WHITE)[seat], AnswerUndo(session.game.version, accept=True))
            continue
        turns = game.rules.legal_turns(game.table, Seat(seat))
        turn = PlayTurn(game.position, turns[choice % len(turns)])
        session.send((WHITE, BLACK)[seat], turn, after_ms=500)


@pytest.mark.parametrize("start", [START, HANSE], ids=["toy", "hanse"])
@given(choices=st.lists(st.integers(0, UNDO), max_size=24))
def test_what_each_audience_follows_is_exactly_its_view(
    start: StartGame, choices: list[int]
) -> None:
    session = Session.started(start)
    play_on(session, choices)
    game = session.game
    for seat in AUDIENCES:
        viewer: Viewer = SPECTATOR if seat is None else Seat(seat)
        assert followed(session, seat) == plain(game.rules.view(game.table, viewer))
    assert session.replayed() == session.state


@pytest.mark.parametrize("start", [START, HANSE], ids=["toy", "hanse"])
def test_turns_with_hidden_cards_are_taken_back_for_every_audience(start: StartGame) -> None:
    session = Session.started(start)
    play_on(session, [0, 1, 0, UNDO, 1])
    assert any(isinstance(fact.event, TurnsTakenBack) for fact in session.facts)
    for seat in AUDIENCES:
        viewer: Viewer = SPECTATOR if seat is None else Seat(seat)
        assert followed(session, seat) == plain(session.game.rules.view(session.game.table, viewer))


@given(st.lists(st.integers(0, UNDO), max_size=24))
def test_the_log_reads_back_as_it_was_written(choices: list[int]) -> None:
    session = Session.started(START)
    play_on(session, choices)
    decoded = [GameCodec().decode(row) for row in rows(session.facts)]
    written = [Fact(fact.at_ms, fact.event, fact.secret) for fact in session.facts]
    assert [msgspec.json.encode(fact) for fact in decoded] == [
        msgspec.json.encode(fact) for fact in written
    ]


def test_no_frame_shows_what_its_audience_may_not_know() -> None:
    session = Session.started(START)
    dealt = session.facts[1]
    assert isinstance(dealt.event, Dealt)
    assert dealt.secret is not None
    pile = dealt.secret.owner["dealt"]["pile"]
    row = rows(session.facts)[1]
    public, white, black = (json.loads(frame(row, seat)) for seat in AUDIENCES)
    assert public["event"]["data"]["shown"] == {"market": pile[4], "own": []}
    assert "shown" not in public["event"]
    assert white["event"]["shown"]["own"] == pile[0:2]
    assert black["event"]["shown"]["own"] == pile[2:4]
    nonce = dealt.secret.owner["nonce"]
    assert all(nonce.encode() not in frame(row, seat) for seat in AUDIENCES)


def first_pause(session: Session) -> Break:
    """Plays until the first pause begins."""
    while session.game.pause is None:
        play_on(session, [0])
    return session.game.pause


def breaks(session: Session) -> list[Break]:
    """The pause under way, if any."""
    return [] if session.game.pause is None else [session.game.pause]


def test_the_clocks_stand_during_a_pause_which_only_its_end_ends() -> None:
    session = Session.started(START)
    pause = first_pause(session)
    standing = session.game.clock.remaining_ms
    assert session.refusal(WHITE, PlayTurn(session.game.position, "lay 1")) == "paused"
    assert session.refusal(CLOCKS, EndPause(pause.version), after_ms=400) == "paused"
    session.send(CLOCKS, EndPause(pause.version + 1), after_ms=600)
    assert breaks(session) == [pause]
    session.send(CLOCKS, EndPause(pause.version))
    assert breaks(session) == []
    assert session.game.clock.remaining_ms == standing
    assert session.game.clock.running is not None


def test_after_the_end_everybody_can_check_the_deals() -> None:
    session = Session.started(START)
    play_on(session, [0] * 40)
    ended = session.facts[-1].event
    assert isinstance(ended, GameEnded)
    promised = [f.event.commitment for f in session.facts if isinstance(f.event, Dealt)]
    sorted_json = msgspec.json.Encoder(order="sorted").encode
    kept = [hashlib.sha256(sorted_json(secret)).hexdigest() for secret in ended.deal_secrets]
    assert kept == promised
    assert len(set(promised)) == 2
