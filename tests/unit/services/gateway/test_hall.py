"""The waiting room at a gateway: versions, gaps, differences, and who sees whom."""

from typing import Any

import msgspec
import pytest

from libs.contracts.lobby import PersonHere, Standing
from libs.contracts.lobby_messages import (
    HallChanged,
    TableLines,
)
from tests.unit.services.gateway.hall import ANN, BEN, CLEO, GAME, Gateway, line


@pytest.fixture
def gateway() -> Gateway:
    """One that knows the room, which is empty."""
    gateway = Gateway()
    gateway.load()
    return gateway


def kinds(messages: list[dict[str, Any]]) -> list[str]:
    return [message["t"] for message in messages]


def test_a_socket_waits_until_room_and_own_standing_are_known() -> None:
    gateway = Gateway()
    ann, nobody = gateway.socket(ANN), gateway.socket(None)
    for connection in (ann, nobody):
        gateway.hall.enter(connection)
        assert gateway.got(connection) == []
        assert connection in gateway.hall
    gateway.load(BEN)
    assert kinds(gateway.got(nobody)) == ["lobby"]
    assert gateway.got(ann) == []
    gateway.meet(ANN, standings={ANN: Standing(5)})
    told, lobby = gateway.got(ann)[-2:]
    assert told["standing"]["muted_until_ms"] == 5
    assert [person["player"] for person in lobby["people"]] == [BEN]


def test_a_gap_asks_for_all_and_tells_sockets_only_what_is_new(gateway: Gateway) -> None:
    ann = gateway.inside(ANN)
    gateway.tell(people=[PersonHere(BEN, "")])
    gateway.chat(line(1), line(2))
    assert kinds(gateway.got(ann)) == ["lobby_changes", "chat_line", "chat_line"]
    gateway.version += 1
    gateway.chat(line(3))
    assert (gateway.missing, gateway.got(ann)) == (1, [])
    gateway.load(CLEO, lines=(line(2), line(3), line(4)))
    changes, erased, *said = gateway.got(ann)
    assert [person["player"] for person in changes["people"]] == [CLEO]
    assert changes["gone"] == [BEN]
    assert erased == {"t": "chat_erased", "lines": [1]}
    assert [each["line"]["n"] for each in said] == [3, 4]
    gateway.chat(line(5))
    assert (gateway.missing, len(gateway.got(ann))) == (1, 1)


def test_an_old_change_is_no_gap_and_another_owner_is_one(gateway: Gateway) -> None:
    ann = gateway.inside(ANN)
    gateway.tell(people=[PersonHere(BEN, "")])
    gateway.version -= 1
    gateway.tell(gone=[BEN])
    assert gateway.missing == 0
    other = HallChanged("f", gateway.version + 1, gone=[BEN])
    gateway.hall.on_hall("", msgspec.msgpack.encode(other))
    assert gateway.missing == 1
    gateway.load(BEN, epoch="f")
    assert kinds(gateway.got(ann)) == ["lobby_changes"], "who is there never seems gone"


def test_who_hides_from_each_other_gets_nothing_of_each_other(gateway: Gateway) -> None:
    ann, ben, cleo = [gateway.inside(player) for player in (ANN, BEN, CLEO)]
    gateway.tell(people=[PersonHere(player, "") for player in (ANN, BEN, CLEO)])
    gateway.chat(line(1, BEN), line(2, ANN))
    for connection in (ann, ben, cleo):
        gateway.got(connection)
    gateway.tell(hidden=[(ANN, BEN)], standings={ANN: Standing(blocked=[BEN])})
    assert kinds(gateway.got(ann)) == ["standing", "lobby_changes", "chat_erased"]
    assert gateway.got(ben) == [{"t": "lobby_changes", "gone": [ANN]}]
    assert gateway.got(cleo) == []
    gateway.chat(line(3, BEN), line(4, ANN), line(5, CLEO))
    heard = [
        [each["line"]["n"] for each in gateway.got(connection)] for connection in (ann, ben, cleo)
    ]
    assert heard == [[4, 5], [3, 5], [3, 4, 5]]
    gateway.tell(people=[PersonHere(BEN, "", state="playing")])
    assert gateway.got(ann) == []
    tab = gateway.socket(BEN)
    gateway.hall.enter(tab)
    (lobby,) = [each for each in gateway.got(tab) if each["t"] == "lobby"]
    assert [person["player"] for person in lobby["people"]] == [BEN, CLEO]
    assert [each["n"] for each in lobby["lines"]] == [1, 3, 5]

    gateway.tell(shown=[(ANN, BEN)], standings={ANN: Standing()})
    standing, lobby = gateway.got(ann)
    assert standing["standing"]["blocked"] == []
    assert len(lobby["people"]) == 3
    assert len(lobby["lines"]) == 5


def test_who_is_shut_out_is_put_out_on_every_socket(gateway: Gateway) -> None:
    ann, elsewhere = gateway.inside(ANN), gateway.socket(ANN)
    gateway.got(elsewhere)
    gateway.tell(standings={ANN: Standing(None, 99), BEN: Standing(5)})
    assert kinds(gateway.got(ann)) == ["standing", "refused"]
    assert kinds(gateway.got(elsewhere)) == ["standing"]
    assert ann not in gateway.hall
    gateway.chat(line(1))
    assert gateway.got(ann) == []
    (sighting,), _, left = gateway.present.take(is_whole=True)
    assert (sighting.is_in, left) == (False, [ANN])


def test_a_socket_that_cannot_keep_up_gets_the_room_whole_once_it_can(gateway: Gateway) -> None:
    ann = gateway.inside(ANN)
    gateway.pipe(ann).unsent = 2_000_000
    gateway.chat(line(1))
    gateway.got(ann)
    gateway.chat(line(2))
    gateway.chat(line(3))
    assert gateway.got(ann) == []
    gateway.hall.catch_up()
    assert gateway.got(ann) == []
    gateway.pipe(ann).unsent = 0
    gateway.mail.emptied()
    gateway.hall.catch_up()
    (lobby,) = gateway.got(ann)
    assert [each["n"] for each in lobby["lines"]] == [1, 2, 3]


def test_nobody_asks_for_everything_again_and_again(gateway: Gateway) -> None:
    ann, ben = gateway.socket(ANN), gateway.socket(BEN)
    assert [gateway.hall.may_look(ann, 5.0) for _ in range(9)] == [True] * 8 + [False]
    assert gateway.hall.may_look(ben, 5.0)
    assert [gateway.hall.may_look(ann, 7.0) for _ in range(2)] == [True, False]


def test_at_a_table_what_is_said_while_the_question_is_under_way_is_not_lost(
    gateway: Gateway,
) -> None:
    ann = gateway.socket(ANN)
    gateway.got(ann)
    ann.games[GAME] = object()  # type: ignore[assignment]  # it is only looked whether it is there
    number = gateway.chats.enter(ann, GAME)
    gateway.chat(line(1), line(2), place="watchers", game=GAME)
    gateway.chat(line(3), place="game", game=GAME)
    assert gateway.got(ann) == []
    gateway.chats.answered(ann, GAME, number, TableLines("watchers", [line(1)]), {CLEO: 0})
    (chat,) = gateway.got(ann)
    assert [each["n"] for each in chat["lines"]] == [1, 2]
    gateway.chat(line(4), place="game", game=GAME)
    gateway.chat(line(5), place="watchers", game=GAME)
    assert [each["line"]["n"] for each in gateway.got(ann)] == [5]
    del ann.games[GAME]
    gateway.chat(line(6), place="watchers", game=GAME)
    assert gateway.got(ann) == []
    stale = gateway.chats.enter(ann, GAME)
    gateway.chats.enter(ann, GAME)
    gateway.chats.answered(ann, GAME, stale, TableLines("game", []), {})
    assert gateway.got(ann) == [], "an answer to an older question"
    gateway.chats.leave_all(ann)
    gateway.chats.leave(ann, GAME)


def test_what_is_reported_is_what_has_changed() -> None:
    gateway = Gateway()
    ann, tab, nobody = gateway.socket(ANN), gateway.socket(ANN), gateway.socket(None)
    here, gone, left = gateway.present.take(is_whole=False)
    assert [(each.player, each.is_in, each.has_come) for each in here] == [(ANN, False, False)]
    assert (gone, left) == ([], [])
    gateway.hall.enter(ann)
    gateway.hall.enter(nobody)
    gateway.present.running(ANN, b'[{"terms":{"kind":"practice"}},{"terms":{"kind":"rated"}}]')
    ((sighting,), _, _) = gateway.present.take(is_whole=False)
    assert (sighting.is_in, sighting.has_come, sighting.is_playing) == (True, True, True)
    gateway.present.running(ANN, b'[{"terms":{"kind":"practice"}}]')
    gateway.hall.leave(ann)
    ((sighting,), gone, left) = gateway.present.take(is_whole=False)
    assert (sighting.is_in, sighting.has_come, sighting.is_playing) == (False, True, False)
    assert (gone, left) == ([], [ANN])
    assert gateway.present.take(is_whole=False) == ([], [], [])
    gateway.hall.depart(ann)
    gateway.hall.depart(tab)
    assert gateway.present.take(is_whole=False) == ([], [ANN], [])
    assert gateway.present.take(is_whole=True) == ([], [], [])
