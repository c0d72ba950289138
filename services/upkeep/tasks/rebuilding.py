"""Has read tables made again by whoever keeps them, and says how far that is."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from libs.bus import Bus, ServiceUnavailableError
from libs.contracts.envelope import Answer
from libs.contracts.rebuild import Rebuild, RebuildProgress

ASK_EVERY_S: Final = 0.5
PATIENCE_S: Final = 10.0

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_progress = msgspec.msgpack.Decoder(RebuildProgress).decode

Say = Callable[[str], object]


class RebuildError(Exception):
    """Tables were not made again; the text is for people."""


async def rebuild_tables(bus: Bus, owner: str, rebuild_id: str, say: Say) -> int:
    """Asks `rebuild.<owner>` until it is done; returns how many events that took.

    Raises RebuildError.
    """
    asked = _encode(Rebuild(rebuild_id))
    told = 0
    while True:
        progress = await _ask(bus, owner, asked)
        if progress.error is not None:
            raise RebuildError(f"{owner}: {progress.error}")
        if progress.is_done:
            return progress.events
        if progress.events > told:
            told = progress.events
            say(f"{owner}: {told} events")
        await asyncio.sleep(ASK_EVERY_S)


async def _ask(bus: Bus, owner: str, asked: bytes) -> RebuildProgress:
    try:
        answer = _answer(await bus.call(f"rebuild.{owner}", asked, PATIENCE_S))
    except ServiceUnavailableError as error:
        raise RebuildError(f"{owner}: nobody answers; the services have to run") from error
    if answer.data is None:
        raise RebuildError(f"{owner}: {answer.code}")
    return _progress(answer.data)


async def rebuild_all(bus: Bus, owners: Sequence[str], rebuild_id: str, say: Say) -> int:
    """All owners' tables at once; returns the number of events. Raises RebuildError.

    One that fails stops no other.
    """

    async def one(owner: str) -> int:
        events = await rebuild_tables(bus, owner, rebuild_id, say)
        say(f"{owner}: done" + (f", {events} events" if events else ""))
        return events

    results = await asyncio.gather(*map(one, owners), return_exceptions=True)
    failures = [result for result in results if isinstance(result, BaseException)]
    for failure in failures:
        if not isinstance(failure, RebuildError):
            raise failure
    if failures:
        raise RebuildError("\n".join(map(str, failures)))
    return sum(result for result in results if isinstance(result, int))
