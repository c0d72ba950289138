"""Matches of Battlehanse against a computer in memory: turns, turns taken back, what is seen."""

import json
from collections import Counter
from typing import Any

import msgspec
from hypothesis import strategies as st

from libs.contracts.games import GameTerms, GoOn, PlayTurn, SeatInfo, StartGame, TakeBack
from libs.contracts.ids import bot_player
from libs.eventstore.records import Recorded, StreamId
from libs.rules.game import FIRST, SECOND, SPECTATOR, Seat, Turn, Viewer
from libs.rules.hanse.state import Table
from services.games.decider import Fact
from services.games.decider.state import Running
from services.games.handlers.codec import GameCodec
from services.games.handlers.frames import frame
from tests.unit.services.games.session import UNTIMED, WHITE, Session

COMPUTER = bot_player("medium")
PERSON, BOT = SeatInfo(WHITE, "Weiß"), SeatInfo(COMPUTER, "Computer")
VIEWERS: tuple[Viewer, ...] = (FIRST, SECOND, SPECTATOR)
BACK = 9
"""A choice that is no turn: the person takes the last one back, if there is one."""
CHOICES = st.lists(st.integers(0, BACK) | st.just(BACK), max_size=60)


def begun(seat: int = 0, variant: str = "one-round") -> Session:
    """A match against a computer; the person has that seat."""
    terms = GameTerms("hanse", variant, {}, UNTIMED, "practice")
    return Session.started(StartGame(terms, (PERSON, BOT) if seat == 0 else (BOT, PERSON)))


def acting(game: Running) -> int:
    """The seat that is to act."""
    pending = game.rules.pending(game.table)
    assert isinstance(pending, Turn)
    return int(pending.seat)


def play(session: Session, choice: int) -> None:
    """A legal turn of whoever is to act."""
    game, seat = session.game, acting(session.game)
    turns = game.rules.legal_turns(game.table, Seat(seat))
    turn = PlayTurn(game.position, turns[choice % len(turns)])
    assert session.refusal(game.started.seats[seat].player, turn, after_ms=1_000) == ""


def step(session: Session, choice: int) -> None:
    """A turn, the end of a pause, or turns taken back."""
    game = session.game
    if game.ended is not None:
        return
    if game.pause is not None:
        assert session.refusal(WHITE, GoOn(game.pause.version), after_ms=60_000) == ""
    elif choice == BACK:
        session.send(WHITE, TakeBack(game.position))
    else:
        play(session, choice)


def table_of(game: Running) -> Table:
    """The round's table."""
    table: Table = game.table.table
    return table


def views(game: Running) -> list[Any]:
    """What everybody knows."""
    return [game.rules.view(game.table, viewer) for viewer in VIEWERS]


def without_piles(table: Table) -> Table:
    """All but the order of what lies hidden."""
    return msgspec.structs.replace(table, deck=(), council=())


def in_piles(table: Table) -> list[Counter[Any]]:
    """How many of what lie in each pile."""
    return [Counter(pile) for pile in (table.deck, *table.council)]


def followed(session: Session, viewer: Viewer) -> Any:
    """The view that an audience makes of its frames alone."""
    rules, options = session.game.rules, session.game.started.terms.options
    view = json.loads(msgspec.json.encode(rules.view(rules.setup(options), viewer)))
    at: dict[int, Any] = {}
    for event in frames(session, viewer):
        shown = event.get("shown") or event["data"].get("shown")
        if event["type"] == "games.dealt":
            view = rules.follow_deal(view, viewer, shown)
        elif event["type"] == "games.turn_played":
            view = rules.follow(view, viewer, event["data"]["turn"], shown)
        elif event["type"] == "games.turns_taken_back":
            view = at[event["data"]["to"]]
        view = at[event["version"]] = json.loads(msgspec.json.encode(view))
    return view


def frames(session: Session, viewer: Viewer) -> list[dict[str, Any]]:
    """The events as they are sent to an audience."""
    seat = None if isinstance(viewer, str) else int(viewer)
    sent = (frame(row(place, fact), seat) for place, fact in enumerate(session.facts, 1))
    return [json.loads(each)["event"] for each in sent]


def row(version: int, fact: Fact) -> Recorded:
    """A fact as the log has it."""
    new = GameCodec().encode(fact)
    return Recorded(
        0, version, StreamId("00-x"), version, new.type, 1, fact.at_ms,
        "p", None, None, "c", new.public, new.secret,
    )  # fmt: skip


def chain(game: Running) -> list[Any]:
    """The tables that can be taken back to, the last one first."""
    tables, earlier = [], game.earlier
    while earlier is not None:
        tables.append(earlier.table)
        earlier = earlier.before
    return tables
