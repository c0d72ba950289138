"""What the keeper of streams needs: decider, codec, commands; and how the service sends its own."""

from collections.abc import Callable
from typing import Final, assert_never

import msgspec

from libs.bus import Bus
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import SERVICE_PREFIX, CommandId
from libs.contracts.ratings import (
    SERVICE,
    CloseWallet,
    OpenWallet,
    RatingCommand,
    RatingEvent,
    RefillWallet,
    ReleaseStakes,
    ReserveStakes,
    SettleGame,
    stream_of,
)
from libs.eventstore.public_codec import PublicCodec
from libs.eventstore.records import shard_of
from services.ratings import decider
from services.ratings.decider import Fact

ACTOR: Final = f"{SERVICE_PREFIX}{SERVICE}"
PATIENCE_S: Final = 2.0
"""Then the others get their turn; the event comes again."""
SCHEMA: Final = 1

_json = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_command = msgspec.msgpack.Decoder(RatingCommand).decode
_event = msgspec.json.Decoder(RatingEvent).decode


class RatingDecider:
    """The pure functions behind the keeper's port."""

    initial_state = staticmethod(decider.initial_state)
    decide = staticmethod(decider.decide)
    evolve = staticmethod(decider.evolve)


def make_codec() -> PublicCodec[Fact, RatingEvent]:
    """Facts to rows and back. Nothing here is secret."""
    return PublicCodec(
        SCHEMA, _event, lambda fact: fact.event, lambda event, row: Fact(event, row.at_ms)
    )


def read_command(envelope: CommandEnvelope) -> RatingCommand:
    """The command in an envelope. Raises msgspec.ValidationError for anything else.

    Also for a command about another game or player than the stream's.
    """
    command = _command(envelope.command)
    if envelope.stream != _stream(command):
        msg = "not a command for this stream"
        raise msgspec.ValidationError(msg)
    return command


def _stream(command: RatingCommand) -> str:
    match command:
        case ReserveStakes() | ReleaseStakes() | SettleGame():
            return stream_of(command.game)
        case OpenWallet() | CloseWallet() | RefillWallet():
            return stream_of(command.player)
        case _ as never:
            assert_never(never)


def kind_of(command: RatingCommand) -> str:
    """The command's name, for metrics."""
    return str(command.__struct_config__.tag)


class OwnCommands:
    """Sends this service's own commands to whoever owns its shard now."""

    def __init__(self, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._bus = bus
        self._now_ms = now_ms

    async def send(self, command: RatingCommand, command_id: str, correlation: str) -> Answer:
        """The answer, after the commit. Raises `ServiceUnavailableError`."""
        stream = _stream(command)
        envelope = CommandEnvelope(
            stream,
            ACTOR,
            CommandId(command_id),
            self._now_ms(),
            0,
            correlation,
            msgspec.Raw(_pack(command)),
        )
        subject = f"cmd.{SERVICE}.{shard_of(stream)}"
        return _answer(await self._bus.call(subject, _pack(envelope), PATIENCE_S))
