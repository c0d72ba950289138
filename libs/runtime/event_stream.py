"""The one JetStream stream of the house: what relays write and consumers read."""

from typing import Final

from libs.bus import Bus, StreamMissingError, StreamSpec

EVENTS: Final = StreamSpec("EVENTS", ("ev.>",))


class EventPublisher:
    """A relay's way onto the stream, which is made (again) when it is missing."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def publish(self, subject: str, data: bytes, msg_id: str) -> int:
        """See `libs.eventstore.relay.Publisher`. Raises BusError."""
        try:
            return await self._bus.streams.publish(subject, data, msg_id)
        except StreamMissingError:
            await self._bus.streams.ensure(EVENTS)
            return await self._bus.streams.publish(subject, data, msg_id)
