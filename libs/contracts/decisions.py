"""What goes into a decider and what comes out; pure, shared by all services that decide."""

from typing import Any, Generic, TypeVar

import msgspec

E = TypeVar("E")


class Refusal(msgspec.Struct, frozen=True):
    """Why a command was not done: a stable code and figures for its sentence."""

    code: str
    detail: dict[str, Any] | None = None


class Decision(msgspec.Struct, Generic[E], frozen=True):
    """Events to be stored, a refusal, or both: then the events are stored and the answer is no."""

    events: tuple[E, ...] = ()
    refusal: Refusal | None = None


class Context(msgspec.Struct, frozen=True):
    """What the outside world adds to a command.

    `at_ms` was stamped once and never lies before the stream's last event; `entropy` is at least
    sixteen random bytes, new for every attempt.
    """

    at_ms: int
    actor: str
    entropy: bytes
