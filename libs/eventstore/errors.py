"""What can go wrong with a shard's log."""

from typing import Any


class EventStoreError(Exception):
    """Any fault of the event store."""


class VersionConflictError(EventStoreError):
    """The stream has another version than expected: load it and decide again."""

    def __init__(self, stream: str, expected_version: int) -> None:
        super().__init__(f"stream {stream} is not at version {expected_version}")
        self.stream = stream
        self.expected_version = expected_version


class ShardLostError(EventStoreError):
    """This instance doesn't own the shard, or not any more. Whether events that were on their
    way got stored is known to the next owner alone: the sender repeats its command there.
    """

    def __init__(self, shard: int) -> None:
        super().__init__(f"shard {shard:02x} is not owned here")
        self.shard = shard


class StoreUnavailableError(EventStoreError):
    """The database doesn't answer in time."""


class RowsRefusedError(EventStoreError):
    """The log didn't take rows; nothing of them was stored."""


class ConsumerBusyError(StoreUnavailableError):
    """Another instance is the consumer of that name."""


class InvalidAppendError(RowsRefusedError):
    """The database refuses these events as they are (a NUL in a name, a number too large)."""


class EffectRefusedError(EventStoreError):
    """Raised by the effect of `append_with`: nothing is stored, and the command is refused."""

    def __init__(self, code: str, detail: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class EffectFailedError(EventStoreError):
    """The effect raised `cause`: rolled back. Outside, the cause itself is raised."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause


class RowExistsError(EventStoreError):
    """A statement of an effect, or of a projection, met a unique row."""

    def __init__(self, constraint: str) -> None:
        super().__init__(constraint)
        self.constraint = constraint


class OutcomeUnknownError(EventStoreError):
    """The connection was lost during a commit. Settled inside the store, never seen outside."""


class SeqTakenError(RowsRefusedError):
    """Somebody else has written to the shard. Becomes `ShardLostError` outside."""


class StreamVersionTakenError(RowsRefusedError):
    """Some stream has moved on. Becomes `VersionConflictError` outside."""


class UnknownEventError(EventStoreError):
    """An event of a type, or of a schema number, that this program doesn't know."""
