"""A small service for tests: a stream is a number to which one may add."""

from typing import Final

import msgspec

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import CommandId
from libs.eventstore.records import NewEvent, Recorded, new_stream_id

SERVICE: Final = "counters"
LIMIT: Final = 1_000


class Add(msgspec.Struct, frozen=True, tag="add"):
    """Add that much."""

    amount: int


class Added(msgspec.Struct, frozen=True, tag="counters.added"):
    """That much was added."""

    amount: int


class CounterDecider:
    """Refuses what is negative and breaks on 13."""

    def initial_state(self) -> int:
        return 0

    def decide(self, command: Add, state: int, context: Context) -> Decision[Added]:
        if command.amount == 13:
            raise RuntimeError("a bug")
        if command.amount < 0:
            return Decision(refusal=Refusal("negative", {"amount": command.amount}))
        return Decision((Added(command.amount),))

    def evolve(self, state: int, event: Added) -> int:
        return state + event.amount


class CounterCodec:
    def encode(self, event: Added) -> NewEvent:
        return NewEvent("counters.added", 1, msgspec.json.encode(event), secret=b'"hidden"')

    def decode(self, recorded: Recorded) -> Added:
        return msgspec.json.decode(recorded.public, type=Added)


def decode(envelope: CommandEnvelope) -> Add:
    return msgspec.msgpack.decode(envelope.command, type=Add)


def stream_in(shard: int, number: int = 0) -> str:
    """The name of a stream in that shard of sixteen."""
    return new_stream_id(16, shard.to_bytes(4, "big") + number.to_bytes(8, "big"))


def envelope(stream: str, command_id: str, amount: int, actor: str = "ann") -> bytes:
    """The message that asks for it."""
    command = msgspec.Raw(msgspec.msgpack.encode(Add(amount)))
    return msgspec.msgpack.encode(
        CommandEnvelope(stream, actor, CommandId(command_id), 0, 0, "c-1", command)
    )


def answer_of(data: bytes) -> Answer:
    """The answer in a message."""
    return msgspec.msgpack.decode(data, type=Answer)
