"""A worker on a JetStream work queue: single jobs, several at once, each acknowledged by itself."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
from nats.js import api

from libs.bus.port import DurableMessage, StreamSpec, WorkHandler, WorkOptions
from libs.bus.pulling import FIRST_PAUSE_S, STOP_WITHIN_S, EnsureConsumer, Pulling
from libs.bus.wire import Wire

MAX_ACK_PENDING: Final = 10_000
"""Of all workers of a durable together, those that wait to be tried again included."""

_NANO: Final = 1_000_000_000


def worker_config(
    durable: str, options: WorkOptions, subjects: Sequence[str]
) -> api.ConsumerConfig:
    """A durable consumer whose jobs come again soon after their worker has fallen silent.

    How often a job is tried is the workers' own business: the server would keep what it gives up.
    """
    return api.ConsumerConfig(
        durable_name=durable,
        ack_policy=api.AckPolicy.EXPLICIT,
        deliver_policy=api.DeliverPolicy.ALL,
        ack_wait=options.ack_wait_s,
        max_ack_pending=MAX_ACK_PENDING,
        filter_subjects=list(subjects) or None,
    )


class JetWork(Pulling):
    """See `port.Streams.work`."""

    def __init__(
        self,
        wire: Wire,
        ensure: EnsureConsumer,
        spec: StreamSpec,
        config: api.ConsumerConfig,
        work: tuple[WorkHandler, WorkOptions],
    ) -> None:
        super().__init__(wire, ensure, spec, config)
        self._handler, self._options = work
        self._doing: dict[str, asyncio.Task[None]] = {}
        self._timer = self._loop.call_later(self._options.sign_every_s, self._give_signs)

    def _room(self) -> int:
        return self._options.at_once - len(self._doing)

    async def _handle(self) -> None:
        while self._arrived:
            reply, message = self._arrived.popleft()
            if message.deliveries > self._options.max_deliveries:  # whoever took it has died of it
                self._drop(reply)
                continue
            task = self._loop.create_task(self._do(reply, message), name=f"job of {self._durable}")
            self._doing[reply] = task
        self._pause_s = FIRST_PAUSE_S

    async def _do(self, reply: str, message: DurableMessage) -> None:
        try:
            await self._handler(message)
        except asyncio.CancelledError:
            self._wire.send(reply, b"-NAK")  # somebody else may do it at once
            raise
        except Exception as error:  # noqa: BLE001  one bad job must not stop the others
            self._report(f"{self._spec.name}/{self._durable}", error)
            self._try_later(reply, message)
        else:
            self._wire.send(reply, b"+ACK")
        finally:
            self._doing.pop(reply, None)
            self._wake.set()

    def _try_later(self, reply: str, message: DurableMessage) -> None:
        if message.deliveries >= self._options.max_deliveries:
            self._drop(reply)
            return
        delay = {"delay": int(self._options.retry_after_s * _NANO)}
        self._wire.send(reply, b"-NAK " + msgspec.json.encode(delay))

    def _drop(self, reply: str) -> None:
        self._stats.dropped += 1
        self._wire.send(reply, b"+TERM")

    def _give_signs(self) -> None:
        """Tell the server what is being worked on; who says nothing for long is taken for dead."""
        for reply in [*self._doing, *(reply for reply, _ in self._arrived)]:
            self._wire.send(reply, b"+WPI")
        self._timer = self._loop.call_later(self._options.sign_every_s, self._give_signs)

    async def _finish(self) -> None:
        """Nothing is waited for: another worker begins the jobs at hand anew."""
        tasks = list(self._doing.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_WITHIN_S)
        for reply, _ in self._arrived:
            self._wire.send(reply, b"-NAK")
        self._arrived.clear()
        self._timer.cancel()
