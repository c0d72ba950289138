"""A durable consumer on NATS that takes batches, in order."""

import asyncio
from collections.abc import Sequence
from typing import Final

from nats.js import api

from libs.bus.port import BatchHandler, StreamSpec
from libs.bus.pulling import FIRST_PAUSE_S, STOP_WITHIN_S, EnsureConsumer, Pulling
from libs.bus.wire import Wire

ACK_WAIT_S: Final = 10.0
"""What is not acknowledged for so long is delivered again; work in progress prolongs it."""

_BATCHES_IN_FLIGHT: Final = 4


def consumer_config(durable: str, batch: int, subjects: Sequence[str]) -> api.ConsumerConfig:
    """A durable consumer that gives batches of that size, of these subjects or of all."""
    return api.ConsumerConfig(
        durable_name=durable,
        ack_policy=api.AckPolicy.EXPLICIT,
        deliver_policy=api.DeliverPolicy.ALL,
        ack_wait=ACK_WAIT_S,
        max_ack_pending=_BATCHES_IN_FLIGHT * batch,
        filter_subjects=list(subjects) or None,
    )


class JetConsumption(Pulling):
    """See `port.Consumption`. One batch is with the handler at a time."""

    def __init__(
        self,
        wire: Wire,
        ensure: EnsureConsumer,
        spec: StreamSpec,
        config: api.ConsumerConfig,
        handler: BatchHandler,
    ) -> None:
        super().__init__(wire, ensure, spec, config)
        self._batch = (config.max_ack_pending or _BATCHES_IN_FLIGHT) // _BATCHES_IN_FLIGHT
        self._handler = handler
        self._held: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    def _room(self) -> int:
        return self._batch

    async def _handle(self) -> None:
        taken = [self._arrived.popleft() for _ in range(min(len(self._arrived), self._batch))]
        self._held = [reply for reply, _ in taken]
        messages = [message for _, message in taken]
        self._timer = self._loop.call_later(ACK_WAIT_S / 3, self._prolong)
        try:
            await self._handler(messages)
        except BaseException:
            self._arrived.extendleft(reversed(taken))  # the same again, in the same order
            raise
        finally:
            self._timer.cancel()
            self._held = []
        for reply, _ in taken:
            self._wire.send(reply, b"+ACK")
        self._is_failing = False
        self._pause_s = FIRST_PAUSE_S

    def _prolong(self) -> None:
        """Tell the server that what lies here is being worked on."""
        for reply in [*self._held, *(reply for reply, _ in self._arrived)]:
            self._wire.send(reply, b"+WPI")
        self._timer = self._loop.call_later(ACK_WAIT_S / 3, self._prolong)

    async def _finish(self) -> None:
        if self._held:  # a batch is with the handler
            await asyncio.wait({self._task}, timeout=STOP_WITHIN_S)
