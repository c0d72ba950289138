"""What a gateway does about a room of which it has missed something."""

import asyncio
from collections.abc import Sequence

from libs.contracts.ids import PlayerId
from libs.contracts.lobby_messages import Acquaintance, Hall, WhoIsHere
from libs.testkit.eventually import eventually
from services.gateway.decider.hall_mirror import HallMirror
from services.gateway.projections import Present
from services.gateway.tasks import Reporting


class Shown:
    """A room that writes down in which order it learns things."""

    def __init__(self) -> None:
        self.mirror = HallMirror()
        self.learnt: list[str] = []
        self.has_loaded = asyncio.Event()

    def met(self, _players: Sequence[PlayerId], _known: Acquaintance) -> None:
        """Who hides from whom."""
        self.learnt.append("people")

    def load(self, hall: Hall) -> None:
        """The whole room."""
        self.mirror.load(hall)
        self.learnt.append("room")
        self.has_loaded.set()

    def catch_up(self) -> None:
        """Nobody is slow."""


async def test_after_a_gap_the_room_is_shown_only_when_it_is_known_who_sees_whom() -> None:
    shown = Shown()
    reports: list[WhoIsHere] = []

    async def report(one: WhoIsHere) -> Acquaintance:
        reports.append(one)
        return Acquaintance("e", 1, {}, {})

    async def ask() -> Hall:
        return Hall("e", 1, [], [], [])

    reporting = Reporting("gw", Present(), shown, report, ask)
    reporting.missing()
    tasks = [asyncio.create_task(run()) for run in (reporting.run, reporting.run_learning)]
    try:
        async with asyncio.timeout(5.0):
            await shown.has_loaded.wait()
            assert shown.learnt[0] == "room", "nobody was shown anything before"
            await eventually(lambda: "people" in shown.learnt)
            shown.learnt.clear()
            shown.has_loaded.clear()
            reporting.missing()
            await shown.has_loaded.wait()
    finally:
        for task in tasks:
            task.cancel()
    assert [*dict.fromkeys(shown.learnt)] == ["people", "room"]
    assert sum(one.is_whole for one in reports) > 1
