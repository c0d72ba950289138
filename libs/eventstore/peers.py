"""The instances of a service: each announces itself, each knows how many there are."""

import random
import time
import uuid
from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol

import msgspec


class Listening(Protocol):
    """A subject that is listened to."""

    def unsubscribe(self) -> None:
        """Ends it."""
        ...


class Announcer(Protocol):
    """The part of a bus that announcements need. Losing some does no harm."""

    def publish(self, subject: str, data: bytes) -> bool:
        """Sends if it can."""
        ...

    def subscribe(self, subject: str, callback: Callable[[str, bytes], object]) -> Listening:
        """Calls back with subject and data of each message."""
        ...


class Announcement(msgspec.Struct, frozen=True, array_like=True):
    """What an instance says of itself."""

    instance: str
    shards: list[int]
    is_leaving: bool = False


_DECODER: Final = msgspec.msgpack.Decoder(Announcement)


class Peers:
    """Counts the living instances of a service, this one among them."""

    def __init__(
        self,
        announcer: Announcer,
        service: str,
        *,
        silent_s: float = 1.5,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.instance = uuid.uuid4().hex
        self._announcer = announcer
        self._subject = f"instances.{service}"
        self._silent_s = silent_s
        self._monotonic = monotonic
        self._seen: dict[str, tuple[float, list[int]]] = {}
        self._listening: Listening | None = None
        self._callbacks: list[Callable[[], None]] = []

    def on_change(self, callback: Callable[[], None]) -> None:
        """Calls back when somebody came, went, or has other shards."""
        self._callbacks.append(callback)

    def start(self) -> None:
        """Begins to listen."""
        self._listening = self._announcer.subscribe(self._subject, self._hear)

    def announce(self, shards: Collection[int]) -> None:
        """Says that this instance is there, and what it has."""
        data = msgspec.msgpack.encode(Announcement(self.instance, sorted(shards)))
        self._announcer.publish(self._subject, data)

    def leave(self) -> None:
        """Says good-bye and listens no more."""
        if self._listening is not None:
            self._listening.unsubscribe()
            self._listening = None
            farewell = Announcement(self.instance, [], is_leaving=True)
            self._announcer.publish(self._subject, msgspec.msgpack.encode(farewell))

    def count(self) -> int:
        """How many instances there are; those that were silent too long are gone."""
        limit = self._monotonic() - self._silent_s
        for instance in [name for name, (at, _) in self._seen.items() if at < limit]:
            del self._seen[instance]
        return 1 + len(self._seen)

    def in_my_order(self, shards: Iterable[int]) -> list[int]:
        """Shards in an order that differs from instance to instance."""
        order = list(shards)
        random.Random(self.instance).shuffle(order)  # noqa: S311 (spreads, hides nothing)
        return order

    def _hear(self, subject: str, data: bytes) -> None:
        del subject
        announcement = _DECODER.decode(data)
        instance = announcement.instance
        if instance == self.instance:
            return
        known = self._seen.get(instance)
        if announcement.is_leaving:
            self._seen.pop(instance, None)
        else:
            self._seen[instance] = (self._monotonic(), announcement.shards)
        if announcement.is_leaving or known is None or known[1] != announcement.shards:
            for callback in self._callbacks:
                callback()
