"""What hides people from each other at a gateway: no frame says that there is anything hidden."""

from typing import Any

import pytest

from libs.contracts.games import GameTerms
from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.lobby import PersonHere, Standing
from libs.contracts.lobby_messages import Acquaintance, ErasedLine, TableLines
from libs.contracts.matchmaking import RoomMember, RoomTerms, SeekView
from libs.timing import TimeControl
from tests.unit.services.gateway.hall import ANN, BEN, CLEO, GAME, Gateway, line

TERMS = RoomTerms(GameTerms("mills", "battlemills-9", {}, TimeControl(None)))


@pytest.fixture
def gateway() -> Gateway:
    """Ann has blocked Ben; all are in the room."""
    gateway = Gateway()
    gateway.load(ANN, BEN, CLEO)
    return gateway


def three(gateway: Gateway) -> list[Any]:
    """Three in the room, two of whom see nothing of each other."""
    everybody = [gateway.inside(player) for player in (ANN, BEN, CLEO)]
    gateway.tell(hidden=[(ANN, BEN)])
    for each in everybody:
        gateway.got(each)
    return everybody


def erased(*numbers: int, by: PlayerId = BEN) -> list[ErasedLine]:
    return [ErasedLine(n, by) for n in numbers]


def test_the_end_of_an_offer_that_was_never_shown_is_not_told(gateway: Gateway) -> None:
    ann, ben, cleo = three(gateway)
    seek = SeekView(RoomId("00-seek"), RoomMember(BEN, "Ben"), TERMS, 0)
    gateway.tell(seeks=[seek])
    gateway.tell(seeks_gone=[seek.room])
    assert gateway.got(ann) == []
    for who in (ben, cleo):
        (_, gone) = gateway.got(who)
        assert gone == {"t": "lobby_changes", "seeks_gone": [seek.room]}


def test_only_lines_that_somebody_has_seen_vanish(gateway: Gateway) -> None:
    ann, ben, cleo = [gateway.inside(player) for player in (ANN, BEN, CLEO)]
    gateway.chat(line(1, ANN), line(2, BEN))
    gateway.tell(hidden=[(ANN, BEN)])
    gateway.chat(line(3, ANN), line(4, BEN))
    for each in (ann, ben, cleo):
        gateway.got(each)
    gateway.chat(erased=erased(1, 3, by=ANN))
    assert gateway.got(ann) == gateway.got(cleo) == [{"t": "chat_erased", "lines": [1, 3]}]
    assert gateway.got(ben) == [{"t": "chat_erased", "lines": [1]}]
    gateway.chat(erased=erased(4))
    assert gateway.got(ann) == []


def test_what_goes_at_a_table_is_told_in_that_room_alone(gateway: Gateway) -> None:
    ann, ben, cleo = three(gateway)
    for who, place in ((ann, "game"), (ben, "game"), (cleo, "watchers")):
        who.games[GAME] = object()
        number = gateway.chats.enter(who, GAME)
        said = TableLines(place, [])  # type: ignore[arg-type]  # a literal
        gateway.chats.answered(who, GAME, number, said, gateway.hall.hidden(who))
        gateway.got(who)
    gateway.chat(line(7), place="game", game=GAME)
    gateway.chat(place="game", game=GAME, erased=erased(7))
    assert gateway.got(ann) == gateway.got(cleo) == []
    assert [each["t"] for each in gateway.got(ben)] == ["chat_line", "chat_erased"]
    gateway.chat(line(8), place="lobby")
    for who in (ben, cleo):
        gateway.got(who)
    gateway.chat(erased=erased(8))
    assert [len(gateway.got(who)) for who in (ann, ben, cleo)] == [0, 1, 1]


def test_a_line_that_goes_while_its_table_is_asked_for_is_not_shown(gateway: Gateway) -> None:
    cleo = gateway.inside(CLEO)
    cleo.games[GAME] = object()  # type: ignore[assignment]  # it is only looked whether it is there
    number = gateway.chats.enter(cleo, GAME)
    gateway.chat(place="watchers", game=GAME, erased=erased(1))
    gateway.chats.answered(cleo, GAME, number, TableLines("watchers", [line(1), line(2)]), {})
    (chat,) = gateway.got(cleo)
    assert [each["n"] for each in chat["lines"]] == [2]
    gateway.chat(line(2), line(3), place="watchers", game=GAME)
    assert [each["line"]["n"] for each in gateway.got(cleo)] == [3], "read before it was told"


def test_an_answer_that_is_older_than_a_word_does_not_undo_it(gateway: Gateway) -> None:
    ann, _ben, _cleo = three(gateway)
    before = Acquaintance("e", gateway.version - 1, {}, {})
    gateway.tell(standings={ANN: Standing(99, None, [BEN])})
    gateway.got(ann)
    gateway.hall.met([ANN, BEN], before)
    gateway.tell(people=[PersonHere(BEN, "", state="playing")])
    assert gateway.got(ann) == []
    assert gateway.hall.standing(ANN).muted_until_ms == 99
    gateway.meet(ANN)
    assert [each["t"] for each in gateway.got(ann)] == ["standing", "lobby"]
    assert not gateway.hall.hidden(ann)


def test_a_table_is_shown_once_it_is_known_whom_the_socket_sees(gateway: Gateway) -> None:
    asked: list[Any] = []
    gateway.chats.on_stale = lambda connection, game: asked.append((connection, game))
    ann = gateway.socket(ANN)
    assert not gateway.hall.knows(ann)
    assert gateway.hall.knows(gateway.socket(None))
    gateway.chats.enter(ann, GAME)
    gateway.meet(ANN, hidden={ANN: [BEN]})
    assert gateway.hall.knows(ann)
    assert asked == [(ann, GAME)]


def test_whoever_is_seen_again_seems_to_have_come(gateway: Gateway) -> None:
    ann, ben, _cleo = three(gateway)
    gateway.chat(line(1, ANN))
    gateway.got(ann)
    gateway.tell(shown=[(ANN, BEN)])
    assert [each["t"] for each in gateway.got(ann)] == ["lobby"]
    (change,) = gateway.got(ben)
    assert change == {"t": "lobby_changes", "people": [{"player": ANN, "name": ""}]}
