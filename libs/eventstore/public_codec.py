"""How the events of a service without secrets are stored: JSON, told apart by their tags."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from libs.eventstore.errors import UnknownEventError
from libs.eventstore.records import NewEvent, Recorded

FactT = TypeVar("FactT")
EventT = TypeVar("EventT", bound=msgspec.Struct)

_json = msgspec.json.Encoder().encode


class PublicCodec(Generic[FactT, EventT]):
    """Implements `EventCodec`; a fact is an event with what its row says beside it."""

    def __init__(
        self,
        schema: int,
        read: Callable[[bytes], EventT],
        event_of: Callable[[FactT], EventT],
        fact_of: Callable[[EventT, Recorded], FactT],
    ) -> None:
        """`schema` is the shape number of all events today, `read` decodes their JSON."""
        self._schema = schema
        self._read = read
        self._event_of = event_of
        self._fact_of = fact_of

    def encode(self, event: FactT) -> NewEvent:
        """The row's payload."""
        stored = self._event_of(event)
        return NewEvent(str(stored.__struct_config__.tag), self._schema, _json(stored))

    def decode(self, recorded: Recorded) -> FactT:
        """The fact of a row. Raises UnknownEventError."""
        try:
            return self._fact_of(self._read(recorded.public), recorded)
        except msgspec.ValidationError as error:
            raise UnknownEventError(f"{recorded.type} {recorded.schema}") from error
