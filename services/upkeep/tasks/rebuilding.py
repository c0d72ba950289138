"""Has read tables made again by whoever keeps them, and says how far that is."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from libs.bus import Bus, ServiceUnavailableError
from libs.contracts.envelope import Answer
from libs.contracts.rebuild import Rebuild, RebuildProgress

ASK_EVERY_S: Final = 0.5
PATIENCE_S: Final = 15.0

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
    """All owners' tables at once; returns the number of events. Raises RebuildError."""
    counts = await asyncio.gather(
        *(rebuild_tables(bus, owner, rebuild_id, say) for owner in owners), return_exceptions=True
    )
    failures = [str(count) for count in counts if isinstance(count, RebuildError)]
    if failures:
        raise RebuildError("\n".join(failures))
    total = 0
    for owner, count in zip(owners, counts, strict=True):
        if isinstance(count, BaseException):
            raise count
        total += count
        say(f"{owner}: done, {count} events")
    return total
