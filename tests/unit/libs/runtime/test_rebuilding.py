"""A rebuild is begun once for each id, asked about at will, and done by whoever has the tables."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from libs.bus import MemoryBus, MemoryHub
from libs.contracts.envelope import Answer
from libs.contracts.rebuild import Rebuild, RebuildProgress
from libs.eventstore.errors import ConsumerBusyError
from libs.runtime.rebuilding import RebuildDesk
from libs.testkit.virtual_time import run_virtual


class Work:
    """A rebuild of some events, one every virtual tenth of a second."""

    def __init__(self, events: int) -> None:
        self.events = 5
        self.begun = 0
        self._left = events

    async def __call__(self) -> None:
        self.begun += 1
        for _ in range(self._left):
            await asyncio.sleep(0.1)
            self.events += 1


def desk(hub: MemoryHub, work: Callable[[], Awaitable[None]], events: Callable[[], int]) -> None:
    RebuildDesk(MemoryBus(hub), "library", work, events).open()


async def ask(bus: MemoryBus, rebuild_id: str) -> RebuildProgress:
    data = await bus.call("rebuild.library", msgspec.msgpack.encode(Rebuild(rebuild_id)))
    answer = msgspec.msgpack.decode(data, type=Answer)
    assert answer.data is not None
    return msgspec.msgpack.decode(answer.data, type=RebuildProgress)


def test_the_same_id_is_told_how_far_it_is() -> None:
    async def story() -> tuple[Work, list[RebuildProgress]]:
        hub, work = MemoryHub(), Work(10)
        desk(hub, work, lambda: work.events)
        bus = MemoryBus(hub)
        told = [await ask(bus, "one")]
        while not told[-1].is_done:
            told.append(await ask(bus, "one"))
        return work, [*told, await ask(bus, "one")]

    work, told = run_virtual(story)
    assert work.begun == 1
    assert 0 < told[0].events < told[1].events < 10
    assert told[-1] == told[-2] == RebuildProgress(10, is_done=True)


def test_another_id_begins_another_when_the_first_is_done() -> None:
    async def story() -> int:
        hub, work = MemoryHub(), Work(10)
        desk(hub, work, lambda: work.events)
        bus = MemoryBus(hub)
        await ask(bus, "one")
        assert not (await ask(bus, "two")).is_done
        assert work.begun == 1
        await asyncio.sleep(2)
        await ask(bus, "two")
        return work.begun

    assert run_virtual(story) == 2


def test_who_does_not_have_the_tables_is_silent() -> None:
    async def story() -> tuple[int, RebuildProgress]:
        hub, work = MemoryHub(), Work(1)

        async def busy() -> None:
            raise ConsumerBusyError("library")

        desk(hub, busy, lambda: 0)
        desk(hub, work, lambda: work.events)
        return work.begun, await ask(MemoryBus(hub), "one")

    assert run_virtual(story)[1] == RebuildProgress(1, is_done=True)


def test_a_rebuild_that_fails_says_why() -> None:
    async def story() -> RebuildProgress:
        hub = MemoryHub()

        async def fail() -> None:
            raise ValueError("no such shelf")

        desk(hub, fail, lambda: 0)
        return await ask(MemoryBus(hub), "one")

    assert run_virtual(story).error == "ValueError: no such shelf"


def test_what_is_no_request_is_refused() -> None:
    async def story() -> Answer:
        hub = MemoryHub()
        desk(hub, Work(0), lambda: 0)
        data = await MemoryBus(hub).call("rebuild.library", b"nonsense")
        return msgspec.msgpack.decode(data, type=Answer)

    assert run_virtual(story).code == "bad_message"
