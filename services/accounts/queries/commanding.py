"""Commands to the owners of players' streams: what is to become an event."""

import secrets
from collections.abc import Callable

import msgspec

from libs.bus import Bus, ServiceUnavailableError
from libs.contracts.accounts import SERVICE, AccountCommand
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import CommandId, PlayerId
from libs.eventstore.records import new_stream_id, shard_of
from libs.runtime.logs import current_correlation, new_correlation

ACTOR = "service:accounts"

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


class Owners:
    """The owners of the shards, wherever they are."""

    def __init__(self, bus: Bus, now_ms: Callable[[], int], shards: int) -> None:
        self._bus = bus
        self._now_ms = now_ms
        self._shards = shards

    def new_player(self) -> PlayerId:
        """An id that nobody has."""
        return PlayerId(new_stream_id(self._shards, secrets.token_bytes(16)))

    async def send(self, player: PlayerId, command: AccountCommand) -> Answer:
        """The owner's answer, after the commit; `unavailable` when there is none."""
        envelope = CommandEnvelope(
            player,
            ACTOR,
            CommandId(secrets.token_hex(12)),
            self._now_ms(),
            0,
            current_correlation() or new_correlation(),
            msgspec.Raw(_pack(command)),
        )
        try:
            subject = f"cmd.{SERVICE}.{shard_of(player)}"
            return _answer(await self._bus.call(subject, _pack(envelope)))
        except ServiceUnavailableError:
            return Answer("unavailable")
