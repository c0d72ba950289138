"""Twenty thousand people: reported, kept and learnt in parts that each fit into a message."""

import asyncio

import msgspec
import pytest

from libs.contracts.client_out import Lobby
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import LONGEST_LINE, SHOWN_LINES, ChatLine, PersonHere
from libs.contracts.lobby_messages import Acquaintance, Sighting, WhoIsHere
from libs.contracts.lobby_messages import Hall as WholeHall
from services.gateway.decider.hall_mirror import HallMirror
from services.gateway.decider.limits import Limits
from services.gateway.projections import Present
from services.gateway.tasks import Reporting
from services.gateway.tasks.reporting import PEOPLE_A_PART
from services.lobby.decider import Hall, Presence
from services.lobby.queries.whole import KEPT, Wholes
from tests.unit.services.gateway.hall import ANN, BEN, Gateway, line

MOST = 20_000
MESSAGE_BYTES = 1024 * 1024

_hall = msgspec.msgpack.Decoder(WholeHall).decode


def somebody(number: int) -> PlayerId:
    return PlayerId(f"0{number % 4}-{number:022d}")


class Crowd(Present):
    """A gateway that all of them have come to."""

    def take(self, *, is_whole: bool) -> tuple[list[Sighting], list[PlayerId], list[PlayerId]]:
        assert is_whole
        names = (f"Beharrliche Goldammer {n % 100:02d}" for n in range(MOST))
        here = [
            Sighting(somebody(n), name, n % 2 == 0, is_in=True, has_come=True, is_playing=False)
            for n, name in enumerate(names)
        ]
        return here, [somebody(MOST)], []


class Shown:
    """Nobody is shown anything."""

    def __init__(self) -> None:
        self.mirror = HallMirror()

    def met(self, _players: object, _known: Acquaintance) -> None:
        """Nothing follows."""

    def load(self, _hall: WholeHall) -> None:
        """It is not asked for."""

    def catch_up(self) -> None:
        """Nobody is slow."""


@pytest.fixture
async def reports() -> list[WhoIsHere]:
    """A report about all of them."""
    reports, is_done = list[WhoIsHere](), asyncio.Event()

    async def report(one: WhoIsHere) -> Acquaintance:
        reports.append(one)
        if not one.is_more:
            is_done.set()
        return Acquaintance("", 0, {}, {})

    async def ask() -> WholeHall:
        raise AssertionError

    task = asyncio.create_task(Reporting("gw", Crowd(), Shown(), report, ask).run())
    async with asyncio.timeout(10.0):
        await is_done.wait()
    task.cancel()
    return reports


def size(message: object) -> int:
    return len(msgspec.msgpack.encode(message))


def test_all_are_reported_in_parts_and_nobody_seems_gone_before_the_last(
    reports: list[WhoIsHere],
) -> None:
    assert [one.part for one in reports] == [*range(MOST // PEOPLE_A_PART)]
    assert max(map(size, reports)) < MESSAGE_BYTES / 4
    presence = Presence(10_000, 3_500)
    before = Sighting(somebody(MOST - 1), "", is_guest=False, is_in=True, has_come=True,
                      is_playing=False)  # fmt: skip
    gone = msgspec.structs.replace(before, player=somebody(MOST + 1))
    assert presence.report(WhoIsHere("gw", 0, is_whole=True, here=[before, gone]), 1)
    for one in reports[:-1]:
        assert presence.report(one, 1)
    assert {before.player, gone.player} <= {person.player for person in people(presence)}
    assert not presence.report(msgspec.structs.replace(reports[-1], n=99), 1), "one is missing"
    assert presence.report(reports[-1], 1)
    assert len(people(presence)) == MOST + 1
    presence.pass_time(1_001)
    presence.report(WhoIsHere("gw", reports[-1].n + 1, is_whole=False, here=[]), 9_000)
    presence.pass_time(10_002)
    assert {person.player for person in people(presence)} == {somebody(n) for n in range(MOST)}


def people(presence: Presence) -> list[PersonHere]:
    presence.take_news()
    return [*presence.listed.values()]


def crowded() -> Hall:
    """A hall with all of them and as much as can be said."""
    hall = Hall("epoch", 0, 10_000, 3_500)
    hall.version = 7
    for number in range(MOST):
        name = "" if number % 2 else "Beharrliche Goldammer 00"
        hall.presence.listed[somebody(number)] = PersonHere(
            somebody(number), name, is_guest=not name, elo={"mills": 1_234, "hanse": 1_187}
        )
    text = "\N{FACE WITH TEARS OF JOY}" * LONGEST_LINE
    hall.lines.extend(ChatLine(n, n, somebody(n), "", text) for n in range(SHOWN_LINES))
    return hall


def test_the_hall_is_learnt_in_parts_and_shown_in_one_frame() -> None:
    hall, wholes = crowded(), Wholes()
    first = _hall(wholes.first(hall))
    data = [wholes.part("epoch", 7, part) for part in range(1, first.parts)]
    assert max(map(len, filter(None, [wholes.first(hall), *data]))) < MESSAGE_BYTES
    parts = [first, *(_hall(part) for part in data if part is not None)]
    assert len(parts) == first.parts == MOST // PEOPLE_A_PART
    assert [person for part in parts for person in part.people] == hall.whole().people
    assert first.lines == hall.whole().lines
    for epoch, version, part in (("epoch", 7, first.parts), ("epoch", 6, 1), ("other", 7, 1)):
        assert wholes.part(epoch, version, part) is None
    mirror = HallMirror()
    mirror.load(hall.whole())
    frame = mirror.whole()
    assert len(frame) < Limits().dead_bytes
    assert len(msgspec.json.decode(frame, type=Lobby).people) == MOST


def test_states_are_kept_for_a_while_and_not_for_ever() -> None:
    hall, wholes = crowded(), Wholes()
    wholes.first(hall)
    former = hall.version
    hall.next_version()
    wholes.first(hall)
    assert wholes.part("epoch", former, 1) is not None
    hall.presence.listed.clear()
    for _ in range(KEPT):
        hall.next_version()
        wholes.first(hall)
    assert wholes.part("epoch", former, 1) is None


def test_what_is_told_while_the_parts_are_on_their_way_is_shown_after_them() -> None:
    gateway = Gateway()
    gateway.load()
    ann = gateway.inside(ANN)
    gateway.version += 1  # one that got lost
    gateway.tell(people=[PersonHere(BEN, "")])
    assert gateway.missing == 1
    gateway.hall.mirror.hold()
    asked_at = gateway.version
    gateway.chat(line(1))
    gateway.tell(gone=[BEN])
    answer = WholeHall("e", asked_at, [PersonHere(BEN, "")], [], [])
    assert gateway.got(ann) == []
    gateway.hall.load(answer)
    kinds = [message["t"] for message in gateway.got(ann)]
    assert kinds == ["lobby_changes", "chat_line", "lobby_changes"]
    assert (gateway.missing, gateway.hall.mirror.version) == (1, gateway.version)
    gateway.hall.load(answer)
    assert gateway.got(ann) == [], "an answer that is older than what is known changes nothing"
    gateway.version += 1
    gateway.tell(people=[PersonHere(BEN, "")])
    assert gateway.missing == 2, "without a question under way a gap asks for all"
