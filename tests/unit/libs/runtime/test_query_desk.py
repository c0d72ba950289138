"""Queries are answered side by side, whatever becomes of one of them."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from structlog.testing import capture_logs

from libs.bus import MemoryBus, MemoryHub
from libs.contracts.envelope import Answer
from libs.eventstore.errors import StoreUnavailableError
from libs.runtime.query_desk import QueryDesk
from libs.testkit.virtual_time import run_virtual


class Library:
    """Answers with what it was asked, as slowly as it was asked to."""

    def __init__(self) -> None:
        self.is_open = True

    async def answer(self, payload: bytes) -> Answer:
        if not self.is_open:
            self.is_open = True
            raise StoreUnavailableError
        if payload == b"bad":
            raise LookupError(payload)
        await asyncio.sleep(float(payload))
        return Answer(data=payload)


async def ask(bus: MemoryBus, payload: bytes) -> Answer:
    return msgspec.msgpack.decode(await bus.call("query.library", payload), type=Answer)


def told(story: Callable[[QueryDesk, MemoryBus, Library], Awaitable[list[Answer]]]) -> list[Answer]:
    """What was answered at an open desk."""

    async def whole() -> list[Answer]:
        hub, library = MemoryHub(), Library()
        desk = QueryDesk(MemoryBus(hub), "library", library.answer)
        desk.open()
        answers = await story(desk, MemoryBus(hub), library)
        await desk.close()
        return answers

    return run_virtual(whole)


def test_a_slow_query_holds_up_no_other() -> None:
    async def story(_desk: QueryDesk, bus: MemoryBus, _library: Library) -> list[Answer]:
        asked = [asyncio.create_task(ask(bus, seconds)) for seconds in (b"0.9", b"0.1")]
        done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        first = [task.result() for task in done]
        return first + [await task for task in asked if task not in done]

    assert [answer.data for answer in told(story)] == [b"0.1", b"0.9"]


def test_a_fault_is_told_and_logged_and_ends_nothing() -> None:
    async def story(_desk: QueryDesk, bus: MemoryBus, _library: Library) -> list[Answer]:
        return [await ask(bus, b"bad"), await ask(bus, b"0")]

    with capture_logs() as logged:
        assert told(story) == [Answer("internal_error"), Answer(data=b"0")]
    assert [(line["event"], line["log_level"]) for line in logged] == [("query failed", "error")]


def test_without_a_database_the_sender_asks_again() -> None:
    async def story(_desk: QueryDesk, bus: MemoryBus, library: Library) -> list[Answer]:
        library.is_open = False
        return [await ask(bus, b"0")]

    assert told(story) == [Answer(data=b"0")]


def test_what_has_arrived_is_answered_before_the_desk_closes() -> None:
    async def story(desk: QueryDesk, bus: MemoryBus, _library: Library) -> list[Answer]:
        asked = asyncio.create_task(ask(bus, b"0.5"))
        await asyncio.sleep(0.2)
        await desk.close()
        return [await asked]

    assert told(story) == [Answer(data=b"0.5")]
