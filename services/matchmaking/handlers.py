"""What the keeper of streams needs of this service: decider, codec, commands; and live views."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.envelope import CommandEnvelope
from libs.contracts.ids import RoomId
from libs.contracts.matchmaking import RoomCommand, RoomEvent
from libs.eventstore.deciding import Evolved
from libs.eventstore.errors import UnknownEventError
from libs.eventstore.records import NewEvent, Recorded
from services.matchmaking import decider
from services.matchmaking.decider import RoomState, view

SCHEMA: Final = 1

_json = msgspec.json.Encoder().encode
_command = msgspec.msgpack.Decoder(RoomCommand).decode
_event = msgspec.json.Decoder(RoomEvent).decode


class RoomDecider:
    """The pure functions behind the keeper's port."""

    initial_state = staticmethod(decider.initial_state)
    decide = staticmethod(decider.decide)
    evolve = staticmethod(decider.evolve)


class RoomCodec:
    """Events to rows and back: a room has no secrets."""

    def encode(self, event: RoomEvent) -> NewEvent:
        """The row's payload."""
        return NewEvent(str(event.__struct_config__.tag), SCHEMA, _json(event))

    def decode(self, recorded: Recorded) -> RoomEvent:
        """The event of a row. Raises UnknownEventError."""
        try:
            return _event(recorded.public)
        except msgspec.ValidationError as error:
            raise UnknownEventError(f"{recorded.type} {recorded.schema}") from error


def read_command(envelope: CommandEnvelope) -> RoomCommand:
    """The command in an envelope. Raises msgspec.ValidationError for anything else."""
    return _command(envelope.command)


def kind_of(command: RoomCommand) -> str:
    """The command's name, for metrics."""
    return str(command.__struct_config__.tag)


class LiveRooms:
    """Shows every change of a room to the gateways that show it, after the commit."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def changed(self, evolved: Evolved[RoomState, RoomEvent]) -> None:
        """A room has changed."""
        state = evolved.after
        if state is not None:
            room, version = RoomId(evolved.stream), evolved.recorded[-1].version
            self._bus.publish(f"live.room.{room}", _json(view(room, version, state)))
