"""Workers of a work queue in memory: leases run out when a worker can't be heard of any more."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from libs.bus.memory_store import Durable, StoredStream, StreamStore
from libs.bus.port import BusStats, DurableMessage, StreamSpec, WorkHandler, WorkOptions

STOP_WITHIN_S: Final = 5.0


class Link(Protocol):
    """One connection's streams."""

    store: StreamStore
    is_connected: Callable[[], bool]
    report: Callable[[str, Exception], None]
    stats: BusStats

    def forget(self, consumption: "MemoryWork") -> None:
        """It has stopped."""


class MemoryWork:
    """See `port.Streams.work`."""

    def __init__(
        self,
        link: Link,
        spec: StreamSpec,
        durable: str,
        work: tuple[WorkHandler, WorkOptions],
        subjects: Sequence[str],
    ) -> None:
        self._link = link
        self._spec = spec
        self._durable = durable
        self._handler, self._options = work
        self._subjects = subjects
        self._doing: dict[int, asyncio.Task[None]] = {}
        self._is_stopping = False
        self._loop = asyncio.get_running_loop()
        self.wake = asyncio.Event()
        self._task = self._loop.create_task(self._run(), name=f"work {durable}")

    @property
    def is_healthy(self) -> bool:
        """See `port.Consumption`."""
        return self._link.is_connected()

    async def _run(self) -> None:
        while not self._is_stopping:
            self.wake.clear()
            if self._link.is_connected():
                stream = self._link.store.stream(self._spec)
                durable = stream.durable(self._durable, self._subjects)
                durable.wakes.add(self.wake)
                while durable.due and self._has_room():
                    self._begin(stream, durable, durable.due.popleft())
            await self.wake.wait()

    def _has_room(self) -> bool:
        return sum(not task.done() for task in self._doing.values()) < self._options.at_once

    def _begin(self, stream: StoredStream, durable: Durable, message: DurableMessage) -> None:
        if message.deliveries > self._options.max_deliveries:
            self._drop(stream, message)
            return
        self._link.stats.redelivered += message.deliveries > 1
        task = self._loop.create_task(self._do(stream, durable, message))
        self._doing[message.stream_seq] = task
        self._hold(stream, durable, message)

    def _hold(self, stream: StoredStream, durable: Durable, message: DurableMessage) -> None:
        self._loop.call_later(self._options.ack_wait_s, self._expire, stream, durable, message)

    def _expire(self, stream: StoredStream, durable: Durable, message: DurableMessage) -> None:
        """The lease goes on while the worker can say so; else the job is somebody else's."""
        task = self._doing.get(message.stream_seq)
        if task is None:
            return
        if self._link.is_connected() and not task.done():
            self._hold(stream, durable, message)
            return
        del self._doing[message.stream_seq]
        self._again(stream, durable, message)

    async def _do(self, stream: StoredStream, durable: Durable, message: DurableMessage) -> None:
        try:
            await self._handler(message)
        except asyncio.CancelledError:
            if self._settle(message):
                self._again(stream, durable, message)
            raise
        except Exception as error:  # noqa: BLE001  one bad job must not stop the others
            self._link.report(f"{self._spec.name}/{self._durable}", error)
            if self._settle(message):
                self._try_later(stream, durable, message)
        else:
            if self._settle(message):
                stream.messages.pop(message.stream_seq, None)
        finally:
            self._loop.call_soon(self.wake.set)

    def _settle(self, message: DurableMessage) -> bool:
        """Whether the outcome can be told; if not, the lease runs out."""
        if not self._link.is_connected():
            return False
        return self._doing.pop(message.stream_seq, None) is not None

    def _try_later(self, stream: StoredStream, durable: Durable, message: DurableMessage) -> None:
        if message.deliveries >= self._options.max_deliveries:
            self._drop(stream, message)
            return
        self._loop.call_later(self._options.retry_after_s, self._again, stream, durable, message)

    def _again(self, stream: StoredStream, durable: Durable, message: DurableMessage) -> None:
        if message.stream_seq in stream.messages:
            durable.offer(replace(message, deliveries=message.deliveries + 1))

    def _drop(self, stream: StoredStream, message: DurableMessage) -> None:
        self._link.stats.dropped += 1
        stream.messages.pop(message.stream_seq, None)

    async def stop(self) -> None:
        """See `port.Consumption`: the jobs at hand are handed back."""
        if self._is_stopping:
            return
        self._is_stopping = True
        self.wake.set()
        tasks = [self._task, *self._doing.values()]
        for task in tasks[1:]:
            task.cancel()
        await asyncio.wait(tasks, timeout=STOP_WITHIN_S)
        self._link.forget(self)
