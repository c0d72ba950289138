"""A small decider for tests: a counter that refuses to go above a limit."""

import itertools
from collections.abc import Callable
from typing import Any

import msgspec

from libs.contracts.decisions import Context, Decision, Refusal
from libs.eventstore.deciding import Incoming
from libs.eventstore.records import NewEvent, Recorded, StreamId

_commands = itertools.count(1)


class Count(msgspec.Struct, frozen=True):
    """The state: what was counted, by whom last, and whether it is over."""

    total: int = 0
    is_over: bool = False
    at_ms: int = 0


class Added(msgspec.Struct, frozen=True):
    amount: int
    at_ms: int


class Closed(msgspec.Struct, frozen=True):
    at_ms: int


CountEvent = Added | Closed


class CountDecider:
    """Commands are amounts; 0 changes nothing; above ten the counter closes and refuses."""

    def __init__(self) -> None:
        self.decided: list[Context] = []

    def initial_state(self) -> Count:
        return Count()

    def decide(self, command: int, state: Count, context: Context) -> Decision[CountEvent]:
        self.decided.append(context)
        if command == 0:
            return Decision()
        if state.is_over:
            return Decision(refusal=Refusal("over", {"total": state.total}))
        if state.total + command > 10:
            return Decision((Closed(context.at_ms),), Refusal("too_much"))
        return Decision(tuple(Added(1, context.at_ms) for _ in range(command)))

    def evolve(self, state: Count, event: CountEvent) -> Count:
        if isinstance(event, Closed):
            return Count(state.total, is_over=True, at_ms=event.at_ms)
        return Count(state.total + event.amount, state.is_over, event.at_ms)


class CountCodec:
    def encode(self, event: CountEvent) -> NewEvent:
        name = "count.added" if isinstance(event, Added) else "count.closed"
        return NewEvent(name, 1, msgspec.json.encode(event))

    def decode(self, recorded: Recorded) -> CountEvent:
        kinds: dict[str, Callable[[bytes], CountEvent]] = {
            "count.added": lambda data: msgspec.json.decode(data, type=Added),
            "count.closed": lambda data: msgspec.json.decode(data, type=Closed),
        }
        return kinds[recorded.type](recorded.public)


class CountStates:
    """How a counter's state is kept in a snapshot."""

    def __init__(self, number: int = 1) -> None:
        self.number = number

    def encode_state(self, state: Count) -> bytes:
        return msgspec.json.encode(state)

    def decode_state(self, data: bytes) -> Count:
        return msgspec.json.decode(data, type=Count)


def order(stream: StreamId, amount: int, **changes: Any) -> Incoming[int]:
    """A command with an id of its own."""
    fields: dict[str, Any] = {
        "actor": "ann",
        "received_at_ms": 1_000,
        "correlation": "c-1",
        "command_id": f"command-{next(_commands)}",
        "fingerprint": b"%8d" % amount,
        **changes,
    }
    return Incoming(stream=stream, command=amount, **fields)
