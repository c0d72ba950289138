"""Durable streams in memory, for tests and simulated worlds. Nothing expires by age."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from libs.bus.memory_store import Durable, StreamStore
from libs.bus.memory_work import MemoryWork
from libs.bus.port import (
    USUAL_WORK,
    BatchHandler,
    BusError,
    BusStats,
    NotConnectedError,
    StreamMissingError,
    StreamSpec,
    WorkHandler,
    WorkOptions,
)

FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 3.0
STOP_WITHIN_S: Final = 5.0


class MemoryConsumption:
    """See `port.Consumption`."""

    def __init__(
        self,
        streams: "MemoryStreams",
        spec: StreamSpec,
        durable: str,
        handler: BatchHandler,
        *,
        batch: int,
        subjects: Sequence[str],
    ) -> None:
        self._streams = streams
        self._spec = spec
        self._durable = durable
        self._handler = handler
        self._batch = batch
        self._subjects = subjects
        self._is_failing = False
        self._is_stopping = False
        self.wake = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"consume {durable}")

    @property
    def is_healthy(self) -> bool:
        """See `port.Consumption`."""
        return self._streams.is_connected() and not self._is_failing

    async def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._is_stopping:
            self.wake.clear()
            if not self._streams.is_connected():
                await self.wake.wait()
                continue
            stream = self._streams.store.stream(self._spec)
            durable = stream.durable(self._durable, self._subjects)
            durable.wakes.add(self.wake)
            if not durable.due:
                await self.wake.wait()
                continue
            self._is_failing = not await self._handle(durable)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S) if self._is_failing else FIRST_PAUSE_S
            if self._is_failing:
                await asyncio.sleep(pause_s)

    async def _handle(self, durable: Durable) -> bool:
        taken = [durable.due.popleft() for _ in range(min(len(durable.due), self._batch))]
        try:
            await self._handler(taken)
        except asyncio.CancelledError:
            durable.due.extendleft(reversed(taken))
            raise
        except Exception as error:  # noqa: BLE001  it must go on, whatever the handler does
            durable.due.extendleft(reversed(taken))
            self._streams.report(f"{self._spec.name}/{self._durable}", error)
            return False
        if self._spec.is_work_queue:
            for message in taken:
                self._streams.store.stream(self._spec).messages.pop(message.stream_seq, None)
        return True

    async def stop(self) -> None:
        """See `port.Consumption`."""
        self._is_stopping = True
        self.wake.set()
        done, _ = await asyncio.wait({self._task}, timeout=STOP_WITHIN_S)
        if not done:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=STOP_WITHIN_S)
        self._streams.forget(self)


class MemoryStreams:
    """See `port.Streams`."""

    def __init__(
        self, store: StreamStore, is_connected: Callable[[], bool], stats: BusStats
    ) -> None:
        self.store = store
        self.is_connected = is_connected
        self.report: Callable[[str, Exception], None] = lambda _where, _error: None
        self.stats = stats
        self._consumptions: set[MemoryConsumption | MemoryWork] = set()

    def _check_connection(self) -> None:
        if not self.is_connected():
            raise NotConnectedError("the hub is down")

    async def ensure(self, spec: StreamSpec) -> None:
        """See `port.Streams`."""
        if not self.is_connected():
            raise BusError("the hub is down")
        self.store.stream(spec)

    async def publish(self, subject: str, data: bytes, msg_id: str, timeout_s: float = 5.0) -> int:
        """See `port.Streams`."""
        if not msg_id.isascii() or not msg_id.isprintable():
            raise ValueError(f"not a message id: {msg_id!r}")
        self._check_connection()
        await asyncio.sleep(0)
        self._check_connection()
        seq = self.store.offer(subject, data, msg_id)
        if seq is None:
            raise StreamMissingError("no stream takes this subject")
        await asyncio.sleep(0)
        self._check_connection()
        return seq

    def consume(
        self,
        spec: StreamSpec,
        durable: str,
        handler: BatchHandler,
        *,
        batch: int = 256,
        subjects: Sequence[str] = (),
    ) -> MemoryConsumption:
        """See `port.Streams`."""
        consumption = MemoryConsumption(
            self, spec, durable, handler, batch=batch, subjects=subjects
        )
        self._consumptions.add(consumption)
        return consumption

    def forget(self, consumption: MemoryConsumption | MemoryWork) -> None:
        """It has stopped."""
        self._consumptions.discard(consumption)

    def work(
        self,
        spec: StreamSpec,
        durable: str,
        handler: WorkHandler,
        *,
        options: WorkOptions = USUAL_WORK,
        subjects: Sequence[str] = (),
    ) -> MemoryWork:
        """See `port.Streams`."""
        work = MemoryWork(self, spec, durable, (handler, options), subjects)
        self._consumptions.add(work)
        return work

    async def purge(self, name: str) -> None:
        """See `port.Streams`."""
        self._check_connection()
        stream = self.store.streams.get(name)
        if stream is not None:
            stream.messages.clear()
            for durable in stream.durables.values():
                durable.due.clear()

    async def delete(self, name: str) -> None:
        """See `port.Streams`."""
        self._check_connection()
        stream = self.store.streams.pop(name, None)
        if stream is not None:
            for durable in stream.durables.values():
                for wake in durable.wakes:
                    wake.set()

    def hub_stopped(self) -> None:
        """Nothing to do: consumptions see it when they are woken."""
        self.hub_started()

    def hub_started(self) -> None:
        """Wake every consumption."""
        for consumption in self._consumptions:
            consumption.wake.set()

    async def stop(self) -> None:
        """Stop every consumption."""
        await asyncio.gather(*(consumption.stop() for consumption in list(self._consumptions)))
