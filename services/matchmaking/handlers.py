"""The keeper of rooms, with its decider, codec and commands; and live views."""

import os
from typing import Any, Final

import msgspec

from libs.bus import Bus, NoRespondersError, NotConnectedError, RequestTimeoutError
from libs.contracts import games
from libs.contracts.envelope import Answer as Answered
from libs.contracts.envelope import CommandEnvelope
from libs.contracts.ids import GameId, RoomId
from libs.contracts.matchmaking import LeaveRoom, Rematch, RoomCommand, RoomEvent
from libs.eventstore.deciding import Answer, Evolved, Incoming, Refused
from libs.eventstore.errors import UnknownEventError
from libs.eventstore.records import NewEvent, Recorded, new_stream_id, shard_of
from libs.eventstore.store import EventStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from services.matchmaking import decider
from services.matchmaking.decider import Afterwards, RoomState, view

SCHEMA: Final = 1
ASKED_WITHIN_S: Final = 0.7
"""Less than the sender waits before it sends the command again."""

_SILENCE: Final = (NoRespondersError, NotConnectedError, RequestTimeoutError)
ENTROPY_BYTES: Final = 20

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answered).decode
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


def read_command(envelope: CommandEnvelope) -> RoomCommand | Afterwards:
    """The command in an envelope. Raises msgspec.ValidationError for anything else."""
    return _command(envelope.command)


def kind_of(command: RoomCommand | Afterwards) -> str:
    """The command's name, for metrics."""
    return str(command.__struct_config__.tag)


class RoomKeeper(StreamKeeper[RoomState, RoomCommand | Afterwards, RoomEvent]):
    """Asks the owner of games, before what belongs after a game is decided, whether it is over."""

    def __init__(
        self, bus: Bus, store: EventStore[Any], options: KeeperOptions[RoomState, RoomEvent]
    ) -> None:
        super().__init__(store, RoomDecider(), RoomCodec(), options)
        self._bus = bus

    async def handle(self, incoming: Incoming[RoomCommand | Afterwards]) -> Answer:
        """As the base says; refused `unavailable` when nobody knows how the game stands."""
        command = incoming.command
        if isinstance(command, Rematch | LeaveRoom):
            room = (await self.state(incoming.stream)).state
            if room is not None and room.last is not None and room.member(incoming.actor):
                try:
                    is_over = await self._is_over(room.last)
                except _SILENCE:
                    return Refused("unavailable")
                if is_over:
                    new = GameId(new_stream_id(games.SHARDS, os.urandom(ENTROPY_BYTES)))
                    known = Afterwards(command, room.last, new)
                    incoming = msgspec.structs.replace(incoming, command=known)
        return await super().handle(incoming)

    async def _is_over(self, game: GameId) -> bool:
        subject = f"query.{games.SERVICE}.{shard_of(game)}"
        answer = await self._bus.request(subject, _pack(games.IsOver(game)), ASKED_WITHIN_S)
        return _answer(answer).code is None


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
