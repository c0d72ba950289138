"""The cache of confirmed sessions."""

from libs.contracts.accounts import Player
from libs.contracts.ids import PlayerId
from services.gateway.decider.connection import Session
from services.gateway.projections.sessions import Sessions


def session(token_hash: str) -> Session:
    return Session(Player(PlayerId("00-a"), "Ada"), token_hash)


def test_a_session_is_believed_for_a_minute() -> None:
    sessions = Sessions(kept_s=60.0)
    sessions.remember(session("h"), 100.0)
    assert sessions.find("h", 159.9) == session("h")
    assert sessions.find("h", 160.0) is None


def test_a_closed_session_is_gone_at_once() -> None:
    sessions = Sessions()
    sessions.remember(session("h"), 100.0)
    sessions.close("h", 101.0)
    assert sessions.find("h", 101.0) is None
    assert sessions.is_closed("h")


def test_an_answer_that_was_under_way_when_it_was_closed_is_not_remembered() -> None:
    sessions = Sessions()
    sessions.close("h", 100.0)
    sessions.remember(session("h"), 100.1)
    assert sessions.find("h", 100.2) is None


def test_what_is_kept_is_bounded() -> None:
    sessions = Sessions(kept_s=60.0, most=3)
    for number in range(10):
        sessions.remember(session(f"h{number}"), float(number))
        sessions.close(f"c{number}", float(number))
    kept = [number for number in range(10) if sessions.find(f"h{number}", 10.0)]
    closed = [number for number in range(10) if sessions.is_closed(f"c{number}")]
    assert kept == closed == [7, 8, 9]


def test_after_a_lost_bus_nobody_is_believed_unasked() -> None:
    sessions = Sessions()
    sessions.remember(session("h"), 100.0)
    sessions.forget_all()
    assert sessions.find("h", 100.0) is None


def test_another_name_is_seen_at_once_and_who_has_gone_is_nobody() -> None:
    sessions = Sessions()
    sessions.remember(session("one"), 0.0)
    sessions.remember(session("two"), 0.0)
    renamed = Player(PlayerId("00-a"), "Eva", is_guest=False)
    before = sessions.changes
    sessions.change(renamed.id, renamed, 1.0)
    assert sessions.changes != before
    assert {sessions.find(each, 1.0) for each in ("one", "two")} == {
        Session(renamed, "one"),
        Session(renamed, "two"),
    }
    sessions.change(PlayerId("00-other"), None, 2.0)
    assert sessions.find("one", 2.0) is not None
    sessions.change(renamed.id, None, 3.0)
    assert sessions.find("one", 3.0) is None
    assert sessions.is_closed("one")
    assert sessions.is_closed("two")
