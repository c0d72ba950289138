"""Tells the waiting room's owner who is here, and learns from it what the room looks like."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from libs.contracts.ids import PlayerId
from libs.contracts.lobby_messages import Acquaintance, Hall, Sighting, WhoIsHere
from services.gateway.decider.hall_mirror import UNKNOWN, HallMirror
from services.gateway.decider.refusals import RefusedError

ALIVE_EVERY_S: Final = 1.0
WHOLE_EVERY_S: Final = 5.0
GATHER_S: Final = 0.1
PEOPLE_A_PART: Final = 2_000
"""So many fit into a message, and what is known about them into the answer."""
AGAIN_AFTER_S: Final = 0.3
GOODBYE_WITHIN_S: Final = 0.5


class Present(Protocol):
    """Who has sockets here."""

    def take(self, *, is_whole: bool) -> tuple[list[Sighting], list[PlayerId], list[PlayerId]]:
        """Who is here, who has gone, who has left."""


class Shown(Protocol):
    """What sockets show of the room."""

    mirror: HallMirror

    def met(self, players: Sequence[PlayerId], known: Acquaintance) -> None:
        """What the owner says about these."""

    def load(self, hall: Hall) -> None:
        """The whole room."""

    def catch_up(self) -> None:
        """Sockets that could not keep up may be able to again."""


Report = Callable[[WhoIsHere], Awaitable[Acquaintance | None]]
Ask = Callable[[], Awaitable[Hall]]


class Reporting:
    """Changes at once, a sign of life every second, all of it every few; one at a time."""

    def __init__(
        self, gateway: str, present: Present, shown: Shown, report: Report, ask: Ask
    ) -> None:
        self._gateway = gateway
        self._present = present
        self._shown = shown
        self._report = report
        self._ask = ask
        self._n = 0
        self._is_whole_due = True
        self._behind = 0
        self._wake = asyncio.Event()
        self._missing = asyncio.Event()
        self._told_all = asyncio.Event()

    def soon(self) -> None:
        """Somebody has come or gone."""
        self._wake.set()

    def whole_soon(self, *_: object) -> None:
        """The owner is another, or may have missed something."""
        self._is_whole_due = True
        self._told_all.clear()
        self._wake.set()

    def missing(self) -> None:
        """Something was missed; perhaps that two people see no more of each other.

        So the room is shown only after the owner has said again who sees whom.
        """
        if not self._missing.is_set():
            self.whole_soon()
        self._missing.set()

    def bus_is_back(self) -> None:
        """Nobody knows what was said meanwhile."""
        self._missing.clear()
        self.missing()

    async def run(self) -> None:
        """Reports, until cancelled."""
        loop = asyncio.get_running_loop()
        next_whole_s = 0.0
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ALIVE_EVERY_S):
                    await self._wake.wait()
                    await asyncio.sleep(GATHER_S)
            self._wake.clear()
            if loop.time() >= next_whole_s:
                self._is_whole_due = True
            is_whole, self._is_whole_due = self._is_whole_due, False
            if is_whole:
                next_whole_s = loop.time() + WHOLE_EVERY_S
            if not await self._send(is_whole=is_whole):
                self._is_whole_due = True
                await asyncio.sleep(AGAIN_AFTER_S)
            self._shown.catch_up()

    async def _send(self, *, is_whole: bool) -> bool:
        """Whether the owner has taken it."""
        here, gone, left = self._present.take(is_whole=is_whole)
        parts = [here[n : n + PEOPLE_A_PART] for n in range(0, len(here), PEOPLE_A_PART)] or [[]]
        answers: list[Acquaintance] = []
        for part, some in enumerate(parts):
            self._n += 1
            first = (gone, left) if part == 0 else ([], [])
            is_more = part + 1 < len(parts)
            report = WhoIsHere(
                self._gateway, self._n, is_whole, some, *first, part=part, is_more=is_more
            )
            known = await self._report(report)
            if known is None:
                return False
            answers.append(known)
            self._shown.met([sighting.player for sighting in some], known)
        if is_whole:
            self._told_all.set()
        self._compare(answers[-1])
        return True

    def _compare(self, known: Acquaintance) -> None:
        """The last message may have got lost: being behind twice in a row is no coincidence."""
        mirror = self._shown.mirror
        if mirror.epoch != known.epoch:
            self._missing.set()
        elif mirror.version < known.version:
            self._behind += 1
            if self._behind > 1:
                self._missing.set()
        else:
            self._behind = 0

    async def run_learning(self) -> None:
        """Asks for the whole room whenever something is missing, until cancelled."""
        while True:
            await self._missing.wait()
            if self._shown.mirror.epoch != UNKNOWN:  # else nobody is shown anything yet
                await self._told_all.wait()
            self._missing.clear()
            self._shown.mirror.hold()
            try:
                hall = await self._ask()
            except RefusedError:
                self._missing.set()
                await asyncio.sleep(AGAIN_AFTER_S)
                continue
            self._behind = 0
            self._shown.load(hall)

    async def say_goodbye(self) -> None:
        """This gateway ends: its people come back through another."""
        self._n += 1
        goodbye = WhoIsHere(self._gateway, self._n, is_whole=False, here=[], is_leaving=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_WITHIN_S):
                await self._report(goodbye)
