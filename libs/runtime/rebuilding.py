"""The desk where a service is asked to make its read tables again: `rebuild.<service>`."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from libs.bus import Bus, Request, Subscription
from libs.contracts.envelope import Answer
from libs.contracts.rebuild import Rebuild, RebuildProgress
from libs.eventstore.errors import ConsumerBusyError, ShardLostError
from libs.runtime.logs import get_logger

BEGIN_WITHIN_S: Final = 0.3

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Rebuild).decode


class RebuildDesk:
    """Begins a rebuild once for each id, and says how far it is whenever it is asked again.

    Of several instances the one that has the tables' lock, or the shard, answers; the others are
    silent. `owner` is a service, or a service and a shard.
    """

    def __init__(
        self,
        bus: Bus,
        owner: str,
        rebuild: Callable[[], Awaitable[None]],
        events: Callable[[], int],
    ) -> None:
        self._bus = bus
        self._owner = owner
        self._rebuild = rebuild
        self._events = events
        self._log = get_logger(tables=owner)
        self._id = ""
        self._events_before = 0
        self._work: asyncio.Task[None] | None = None
        self._answering: set[asyncio.Task[None]] = set()
        self._subscription: Subscription | None = None

    def open(self) -> None:
        """Begin to listen."""
        self._subscription = self._bus.serve(f"rebuild.{self._owner}", self._on_request)

    async def close(self) -> None:
        """End; a rebuild under way stops where it is and goes on when the service is back."""
        if self._subscription is not None:
            self._subscription.unsubscribe()
        tasks = [*self._answering, *([self._work] if self._work is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_request(self, request: Request) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(request))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, request: Request) -> None:
        try:
            asked = _decode(request.payload).id
        except msgspec.MsgspecError:
            request.respond(_encode(Answer("bad_message")))
            return
        work = self._work
        if work is None or (asked != self._id and work.done()):
            self._id, self._events_before = asked, self._events()
            work = self._work = asyncio.get_running_loop().create_task(self._guarded())
        await asyncio.wait({work}, timeout=BEGIN_WITHIN_S)
        error = work.exception() if work.done() else None
        if isinstance(error, ConsumerBusyError | ShardLostError):
            return
        progress = RebuildProgress(
            self._events() - self._events_before,
            work.done(),
            None if error is None else f"{type(error).__name__}: {error}",
        )
        request.respond(_encode(Answer(data=_encode(progress))))

    async def _guarded(self) -> None:
        self._log.info("rebuild begins", rebuild=self._id)
        await self._rebuild()
        self._log.info("rebuild is done", rebuild=self._id)
