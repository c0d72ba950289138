"""What a hub's durable streams hold. Nothing expires by age."""

import asyncio
from collections import deque
from collections.abc import Sequence

from libs.bus.port import DurableMessage, StreamSpec
from libs.bus.subjects import matches


class Durable:
    """A durable consumer's place in its stream."""

    def __init__(self, subjects: Sequence[str]) -> None:
        self.subjects = subjects
        self.due: deque[DurableMessage] = deque()
        self.wakes: set[asyncio.Event] = set()

    def offer(self, message: DurableMessage) -> None:
        """Take it if it is on one of the subjects (or there are none)."""
        if self.subjects and not any(matches(one, message.subject) for one in self.subjects):
            return
        self.due.append(message)
        for wake in self.wakes:
            wake.set()


class StoredStream:
    """One stream's messages, ids and durables."""

    def __init__(self, spec: StreamSpec) -> None:
        self.spec = spec
        self.seq = 0
        self.messages: dict[int, DurableMessage] = {}
        self.ids: dict[str, int] = {}
        self.durables: dict[str, Durable] = {}

    def store(self, subject: str, data: bytes, msg_id: str) -> int:
        """Keeps a message and offers it to all; its place, or that of the first with this id."""
        if msg_id and msg_id in self.ids:
            return self.ids[msg_id]
        self.seq += 1
        message = DurableMessage(subject, data, self.seq, deliveries=1)
        self.messages[self.seq] = message
        if msg_id:
            self.ids[msg_id] = self.seq
        for durable in self.durables.values():
            durable.offer(message)
        return self.seq

    def durable(self, name: str, subjects: Sequence[str]) -> Durable:
        """The durable consumer of that name, made if it is missing."""
        durable = self.durables.get(name)
        if durable is None:
            durable = self.durables[name] = Durable(subjects)
            for message in self.messages.values():
                durable.offer(message)
        return durable


class StreamStore:
    """All streams of a hub."""

    def __init__(self) -> None:
        self.streams: dict[str, StoredStream] = {}

    def offer(self, subject: str, data: bytes, msg_id: str = "") -> int | None:
        """Store a message where a stream takes it; its place, or None."""
        for stream in self.streams.values():
            if any(matches(pattern, subject) for pattern in stream.spec.subjects):
                return stream.store(subject, data, msg_id)
        return None

    def stream(self, spec: StreamSpec) -> StoredStream:
        """The stream, made if it is missing."""
        found = self.streams.get(spec.name)
        if found is None:
            found = self.streams[spec.name] = StoredStream(spec)
        found.spec = spec
        return found
