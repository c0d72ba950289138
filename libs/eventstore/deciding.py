"""What a service brings along to keep its streams: decider, codec, effects, snapshots."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from libs.contracts.decisions import Context, Decision
from libs.eventstore.records import NewEvent, Recorded, StreamId

StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
CommandT_contra = TypeVar("CommandT_contra", contravariant=True)
EventT = TypeVar("EventT")


class Decider(Protocol[StateT, CommandT_contra, EventT]):
    """A service's heart, pure. What `evolve` needs of version and time is part of the event."""

    def initial_state(self) -> StateT:
        """The state of a stream without events."""
        ...

    def decide(self, command: CommandT_contra, state: StateT, context: Context) -> Decision[EventT]:
        """Events, a refusal, or both: then the events are stored and the answer is no."""
        ...

    def evolve(self, state: StateT, event: EventT) -> StateT:
        """The state after an event; never judges whether it was legal."""
        ...


class EventCodec(Protocol[EventT]):
    """How a service's events are stored. Decoding what was encoded gives the same event."""

    def encode(self, event: EventT) -> NewEvent:
        """The event with its public and its secret part."""
        ...

    def decode(self, recorded: Recorded) -> EventT:
        """The event of a row, of whatever schema. Raises `UnknownEventError`."""
        ...


class Incoming(msgspec.Struct, Generic[CommandT], frozen=True, kw_only=True, gc=False):
    """A command as it reached its owner.

    `fingerprint` is a digest of its content; `received_at_ms` was stamped outside and is clamped
    here between the stream's last event and now.
    """

    stream: StreamId
    actor: str
    command: CommandT
    received_at_ms: int
    correlation: str
    command_id: str | None = None
    fingerprint: bytes | None = None


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """Done: `version` is the stream's version after the command."""

    version: int


class Refused(msgspec.Struct, frozen=True):
    """Not done: a stable code, and figures for its sentence."""

    code: str
    detail: dict[str, Any] | None = None


Answer = Accepted | Refused


class Evolved(msgspec.Struct, Generic[StateT, EventT], frozen=True):
    """What a command has changed: its events, stored, and the states around them."""

    stream: StreamId
    before: StateT
    after: StateT
    events: tuple[EventT, ...]
    recorded: Sequence[Recorded]


class StreamState(msgspec.Struct, Generic[StateT], frozen=True):
    """A stream as it is now; version 0 is a stream that doesn't exist."""

    version: int
    state: StateT


Effects = Callable[[StreamId, Sequence[EventT], StateT], Callable[[Any], Awaitable[None]] | None]
"""Gives the statements that belong into the transaction of events, None if there are none.

Gets the state before the events. The effect may raise `EffectRefusedError`.
"""
EvolvedObserver = Callable[[Evolved[StateT, EventT]], None]
