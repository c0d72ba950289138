"""The keeper of rooms, with its decider, codec and commands."""

import asyncio
import os
from typing import Any, Final

import msgspec

from libs.contracts import games
from libs.contracts.envelope import CommandEnvelope
from libs.contracts.ids import GameId, PlayerId, is_bot
from libs.contracts.lobby import Between
from libs.contracts.matchmaking import (
    JoinRoom,
    LeaveRoom,
    OpenChallenge,
    OpenSeek,
    Rematch,
    RoomCommand,
    RoomEvent,
)
from libs.eventstore.deciding import Answer, Incoming, Refused
from libs.eventstore.public_codec import PublicCodec
from libs.eventstore.records import new_stream_id
from libs.eventstore.store import EventStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from services.matchmaking import decider
from services.matchmaking.decider import PRIVATE, Afterwards, Introduced, Known, Room, RoomState
from services.matchmaking.handlers.begun import JustBegun
from services.matchmaking.handlers.neighbours import Neighbours, SilenceError

SCHEMA: Final = 1
ENTROPY_BYTES: Final = 20

_json = msgspec.json.Encoder().encode
_command = msgspec.msgpack.Decoder(RoomCommand).decode
_event = msgspec.json.Decoder(RoomEvent).decode


class RoomDecider:
    """The pure functions behind the keeper's port."""

    initial_state = staticmethod(decider.initial_state)
    decide = staticmethod(decider.decide)
    evolve = staticmethod(decider.evolve)


def make_codec() -> PublicCodec[RoomEvent, RoomEvent]:
    """Events to rows and back: a room has no secrets."""
    return PublicCodec(SCHEMA, _event, lambda event: event, lambda event, _row: event)


def read_command(envelope: CommandEnvelope) -> RoomCommand | Known:
    """The command in an envelope. Raises msgspec.ValidationError for anything else."""
    return _command(envelope.command)


def kind_of(command: RoomCommand | Known) -> str:
    """The command's name, for metrics."""
    return str(command.__struct_config__.tag)


class RoomKeeper(StreamKeeper[RoomState, RoomCommand | Known, RoomEvent]):
    """Asks other services beforehand what only they know and a decision needs."""

    def __init__(
        self,
        neighbours: Neighbours,
        begun: JustBegun,
        store: EventStore[Any],
        options: KeeperOptions[RoomState, RoomEvent],
    ) -> None:
        super().__init__(store, RoomDecider(), make_codec(), options)
        self._neighbours = neighbours
        self._begun = begun

    async def handle(self, incoming: Incoming[RoomCommand | Known]) -> Answer:
        """As the base says; refused `unavailable` when nobody answers who would know."""
        try:
            known = await self._known(incoming)
        except SilenceError:
            return Refused("unavailable")
        if known is not None:
            incoming = msgspec.structs.replace(incoming, command=known)
        return await super().handle(incoming)

    async def _known(self, incoming: Incoming[RoomCommand | Known]) -> Known | None:
        match incoming.command:
            case OpenChallenge() as command:
                return await self._asked(command, PlayerId(incoming.actor))
            case OpenSeek() as command:
                actor = PlayerId(incoming.actor)
                between, plays = await asyncio.gather(
                    self._neighbours.between(actor), self._plays(actor, command)
                )
                return Introduced(command, between, plays=plays)
            case JoinRoom() as command:
                return await self._joined(command, incoming)
            case (Rematch() | LeaveRoom()) as command:
                return await self._afterwards(command, incoming)
            case _:
                return None

    async def _asked(self, command: OpenChallenge, actor: PlayerId) -> Introduced:
        """Whether the invited one has an account matters for mail and for rated games.

        Nobody is asked about whom nobody can challenge; the house sends nobody to who has just
        begun a game.
        """
        if command.invited == actor or is_bot(command.invited):
            return Introduced(command, Between(is_banned=False))
        between, plays = await asyncio.gather(
            self._neighbours.between(actor, command.invited), self._plays(actor, command)
        )
        if command.is_quick and self._begun.has(command.invited):
            between = msgspec.structs.replace(between, is_here=False)
        is_rated = command.terms.game.kind == "rated"
        matters = is_rated if between.is_here else not command.is_quick
        is_account = await self._neighbours.is_account(command.invited) if matters else None
        return Introduced(command, between, is_account, plays=plays)

    async def _plays(self, actor: PlayerId, command: OpenChallenge | OpenSeek) -> GameId | None:
        """The game that would keep the sender from beginning this one."""
        is_clocked = command.terms.game.is_clocked_online()
        return await self._neighbours.game_of(actor) if is_clocked else None

    async def _joined(
        self, command: JoinRoom, incoming: Incoming[RoomCommand | Known]
    ) -> Introduced | None:
        """Into a private room whoever has its link may come: nobody is asked."""
        room = (await self.state(incoming.stream)).state
        if room is None or room.offer.kind == PRIVATE or not room.is_waiting:
            return None
        host = room.host.player
        between = await self._neighbours.between(PlayerId(incoming.actor), host)
        is_shut_out = (await self._neighbours.between(host)).is_banned
        return Introduced(command, between, is_host_banned=is_shut_out)

    async def _afterwards(
        self, command: Rematch | LeaveRoom, incoming: Incoming[RoomCommand | Known]
    ) -> Afterwards | None:
        room = (await self.state(incoming.stream)).state
        if room is None or room.last is None or room.member(incoming.actor) is None:
            return None
        if not await self._neighbours.is_over(room.last):
            return None
        new = GameId(new_stream_id(games.SHARDS, os.urandom(ENTROPY_BYTES)))
        are_apart = isinstance(command, Rematch) and await self._are_apart(room)
        return Afterwards(command, room.last, new, are_apart)

    async def _are_apart(self, room: Room) -> bool:
        """Whether one of the two hides from the other; a computer from nobody."""
        guest = room.guest
        if guest is None or room.terms.game.is_unseen():
            return False
        return await self._neighbours.are_apart(room.host.player, guest.player)
