"""The bus in memory: a hub stands for the server, each service has its own connection to it.

It keeps the promises of the port, no more: messages travel in a later turn of the loop, and an
outage, delays, losses and duplicates can be had on demand.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import partial
from typing import Final

from libs.bus.base import BusBase, ErrorCallback
from libs.bus.memory_store import StreamStore
from libs.bus.memory_streams import MemoryStreams
from libs.bus.port import (
    MessageCallback,
    MessageTooLargeError,
    NotConnectedError,
    RequestHandler,
    Streams,
)
from libs.bus.requests import NO_RESPONDERS
from libs.bus.subjects import check_subject, matches

MAX_PAYLOAD: Final = 8 * 1024 * 1024

RawCallback = Callable[[str, str, bytes, int], object]
Fault = Callable[[str], Sequence[float]]
"""Subject to the delays (seconds) of its copies: () loses it, (0.0, 0.2) sends it twice."""


class MemorySubscription:
    """A subject listened to at a hub."""

    def __init__(self, bus: "MemoryBus", subject: str, queue: str, callback: RawCallback) -> None:
        self.bus = bus
        self.subject = subject
        self.queue = queue
        self.callback = callback
        self.is_open = True

    def unsubscribe(self) -> None:
        """See `port.Subscription`."""
        self.is_open = False
        self.bus.hub.forget(self)

    async def drain(self) -> None:
        """See `port.Subscription`."""
        self.bus.hub.forget(self)
        await self.bus.settle()
        self.is_open = False


class MemoryHub:
    """What the server does: routing, queue groups, "no responders", streams."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.is_up = True
        self.streams = StreamStore()
        self.fault = fault
        self.buses: list[MemoryBus] = []
        self._subscriptions: list[MemorySubscription] = []
        self._routes: dict[
            str, tuple[list[MemorySubscription], list[list[MemorySubscription]]]
        ] = {}
        self._turn = 0

    def stop(self) -> None:
        """As if the server had been killed: what is on its way is lost."""
        self.is_up = False
        for bus in self.buses:
            bus.hub_stopped()

    def start(self) -> None:
        """The server is back, with its streams."""
        self.is_up = True
        for bus in self.buses:
            bus.hub_started()

    def add(self, subscription: MemorySubscription) -> None:
        """Route to it from now on."""
        self._subscriptions.append(subscription)
        self._routes.clear()

    def forget(self, subscription: MemorySubscription) -> None:
        """Route to it no more."""
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
            self._routes.clear()

    def _route(
        self, subject: str
    ) -> tuple[list[MemorySubscription], list[list[MemorySubscription]]]:
        route = self._routes.get(subject)
        if route is None:
            found = [one for one in self._subscriptions if matches(one.subject, subject)]
            groups: dict[tuple[str, str], list[MemorySubscription]] = {}
            for one in found:
                if one.queue:
                    groups.setdefault((one.subject, one.queue), []).append(one)
            route = self._routes[subject] = (
                [one for one in found if not one.queue],
                list(groups.values()),
            )
        return route

    def receivers(self, subject: str) -> list[MemorySubscription]:
        """Who gets a message on this subject; of a queue group one, in turn."""
        singles, groups = self._route(subject)
        if not groups:
            return singles
        self._turn += 1
        return [*singles, *(group[self._turn % len(group)] for group in groups)]


class MemoryBus(BusBase):
    """See `port.Bus`. One connection to a hub."""

    def __init__(self, hub: MemoryHub, on_error: ErrorCallback | None = None) -> None:
        super().__init__(on_error)
        self.hub = hub
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()  # callbacks belong to who connected, not to who sent
        self._arrived: deque[tuple[MemorySubscription, str, str, bytes, int]] = deque()
        self._outgoing: list[tuple[str, str, bytes]] = []
        self._deferred: list[Callable[[], None]] = []
        self._is_turn_due = False
        self._is_delivery_due = False
        self._is_closed = False
        self._subscriptions: list[MemorySubscription] = []
        self._begin(self, MAX_PAYLOAD)
        self._streams = MemoryStreams(hub.streams, lambda: self.is_connected, self.stats)
        self._streams.report = self._report
        self.listen(f"{self._inbox}.*", self._on_inbox)
        hub.buses.append(self)

    @property
    def is_connected(self) -> bool:
        """See `port.Bus`."""
        return self.hub.is_up and not self._is_closed

    @property
    def last_contact_s(self) -> float:
        """See `port.Bus`."""
        return self._loop.time() if self.is_connected else 0.0

    @property
    def streams(self) -> Streams:
        """See `port.Bus`."""
        return self._streams

    def hub_stopped(self) -> None:
        """The hub calls this when it goes."""
        self._arrived.clear()
        self._outgoing.clear()
        self._streams.hub_stopped()
        self._connection_lost()

    def hub_started(self) -> None:
        """The hub calls this when it is back."""
        self._streams.hub_started()
        self._connection_back()

    def send(self, subject: str, data: bytes, reply: str = "") -> bool:
        """See `RawConnection`."""
        if len(data) > MAX_PAYLOAD:
            raise MessageTooLargeError(f"{subject}: {len(data)} bytes of {MAX_PAYLOAD}")
        check_subject(subject)
        if not self.is_connected:
            self.stats.publish_dropped += 1
            return False
        self._outgoing.append((subject, reply, data))
        self._make_turn_due()
        return True

    def defer(self, action: Callable[[], None]) -> None:
        """See `RawConnection`."""
        self._deferred.append(action)
        self._make_turn_due()

    def _make_turn_due(self) -> None:
        if not self._is_turn_due:
            self._is_turn_due = True
            self._loop.call_soon(self._send_turn)

    def _send_turn(self) -> None:
        deferred, self._deferred = self._deferred, []
        for action in deferred:
            action()
        self._is_turn_due = False
        if self._deferred:
            self._make_turn_due()
        outgoing, self._outgoing = self._outgoing, []
        for subject, reply, data in outgoing:
            self._send_one(subject, reply, data)

    def _send_one(self, subject: str, reply: str, data: bytes) -> None:
        self.hub.streams.offer(subject, data)
        receivers = self.hub.receivers(subject)
        if reply and not receivers:
            for inbox in self.hub.receivers(reply):
                inbox.bus.arrive(inbox, reply, "", b"", NO_RESPONDERS)
            return
        delays = (0.0,) if self.hub.fault is None else self.hub.fault(subject)
        for delay_s in delays:
            for receiver in receivers:
                arrive = partial(receiver.bus.arrive, receiver, subject, reply, data, 0)
                if delay_s > 0:
                    self._loop.call_later(delay_s, arrive)
                else:
                    arrive()

    def arrive(
        self, receiver: MemorySubscription, subject: str, reply: str, data: bytes, status: int
    ) -> None:
        """A message has come for one of this connection's subscriptions."""
        if not self.is_connected:
            return
        self._arrived.append((receiver, subject, reply, data, status))
        if not self._is_delivery_due:
            self._is_delivery_due = True
            self._loop.call_soon(self._deliver, context=self._context)

    def _deliver(self) -> None:
        self._is_delivery_due = False
        arrived, self._arrived = self._arrived, deque()
        for receiver, subject, reply, data, status in arrived:
            if not receiver.is_open:
                continue
            try:
                receiver.callback(subject, reply, data, status)
            except Exception as error:  # noqa: BLE001  one bad callback must not stop the reader
                self._report(subject, error)

    def _on_inbox(self, subject: str, _reply: str, data: bytes, status: int) -> None:
        self._requester.on_inbox(subject[len(self._inbox) + 1 :], data, status)

    def listen(self, subject: str, callback: RawCallback, queue: str = "") -> MemorySubscription:
        """Subscribe with reply subject and status."""
        check_subject(subject)
        subscription = MemorySubscription(self, subject, queue, callback)
        self._subscriptions.append(subscription)
        self.hub.add(subscription)
        return subscription

    def publish(self, subject: str, data: bytes) -> bool:
        """See `port.Bus`."""
        if self.send(subject, data):
            self.stats.published += 1
            return True
        return False

    def subscribe(
        self, subject: str, callback: MessageCallback, queue: str = ""
    ) -> MemorySubscription:
        """See `port.Bus`."""
        return self.listen(subject, lambda name, _r, data, _s: callback(name, data), queue)

    def serve(self, subject: str, handler: RequestHandler, queue: str = "") -> MemorySubscription:
        """See `port.Bus`."""
        on_frame = self._responder.on_frame
        return self.listen(
            subject, lambda name, r, data, _s: on_frame(handler, name, r, data), queue
        )

    async def settle(self) -> None:
        """Let what was sent so far arrive (delays of a fault aside)."""
        for _ in range(4):
            await asyncio.sleep(0)

    async def flush(self, timeout_s: float = 5.0) -> None:
        """See `port.Bus`."""
        if not self.is_connected:
            raise NotConnectedError("nothing can be flushed without a connection")
        await self.settle()

    def cut(self) -> None:
        """As if the process were killed: nothing goes out or comes in any more, at once."""
        if self._is_closed:
            return
        self._is_closed = True
        self._arrived.clear()
        self._outgoing.clear()
        self._streams.hub_stopped()
        self._requester.fail_all(NotConnectedError("the bus is closed"))
        for subscription in self._subscriptions:
            subscription.unsubscribe()
        self.hub.buses.remove(self)

    async def close(self) -> None:
        """See `port.Bus`."""
        if self._is_closed:
            return
        await self._streams.stop()
        await self.settle()
        self.cut()
