"""How this service sends commands to its own rooms and to others."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from libs.bus import Bus
from libs.contracts import matchmaking
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import SERVICE_PREFIX, CommandId
from libs.contracts.matchmaking import RoomCommand
from libs.eventstore.records import shard_of

ACTOR: Final = f"{SERVICE_PREFIX}{matchmaking.SERVICE}"
PATIENCE_S: Final = 2.0
"""Then the others get their turn; the event comes again."""

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


class OwnCommands:
    """The sender is the service itself."""

    def __init__(self, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._bus = bus
        self._now_ms = now_ms

    async def send_to(
        self, service: str, stream: str, command: Any, command_id: str, correlation: str
    ) -> Answer:
        """The answer of a stream's owner. Raises `ServiceUnavailableError`."""
        envelope = CommandEnvelope(
            stream,
            ACTOR,
            CommandId(command_id),
            self._now_ms(),
            0,
            correlation,
            msgspec.Raw(_pack(command)),
        )
        subject = f"cmd.{service}.{shard_of(stream)}"
        return _answer(await self._bus.call(subject, _pack(envelope), PATIENCE_S))

    async def to_room(
        self, room: str, command: RoomCommand, command_id: str, correlation: str
    ) -> Answer:
        """The answer of a room. Raises `ServiceUnavailableError`."""
        return await self.send_to(matchmaking.SERVICE, room, command, command_id, correlation)
