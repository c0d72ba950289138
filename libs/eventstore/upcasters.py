"""Old shapes of events to the next: one dict-to-dict step for each schema number."""

from collections.abc import Callable, Mapping
from typing import Any

from libs.eventstore.errors import UnknownEventError

Data = dict[str, Any]
Step = Callable[[Data], Data]


class Upcasters:
    """The event types a program knows, the newest schema of each, and the steps to it.

    A step may change the dict that it gets. Steps stay for ever: the log keeps its oldest events.
    """

    def __init__(self, newest: Mapping[str, int]) -> None:
        self._newest = dict(newest)
        self._steps: dict[tuple[str, int], Step] = {}

    def add(self, event_type: str, schema: int, step: Step) -> None:
        """The step from `schema` to `schema + 1`. Raises `ValueError` for one that isn't needed."""
        key = (event_type, schema)
        if key in self._steps or not 1 <= schema < self._newest.get(event_type, 0):
            msg = f"no place for a step from {event_type} schema {schema}"
            raise ValueError(msg)
        self._steps[key] = step

    def check(self) -> None:
        """Raises `ValueError` when a step is missing; a start-up or a test calls it."""
        for event_type, newest in self._newest.items():
            for schema in range(1, newest):
                if (event_type, schema) not in self._steps:
                    msg = f"no step from {event_type} schema {schema}"
                    raise ValueError(msg)

    def is_newest(self, event_type: str, schema: int) -> bool:
        """Whether an event can be decoded as it is, which nearly all can."""
        return self._newest.get(event_type) == schema

    def upcast(self, event_type: str, schema: int, data: Data) -> tuple[int, Data]:
        """The event's data in the newest schema, and its number.

        Raises `UnknownEventError` for an unknown type and for a schema from the future.
        """
        newest = self._newest.get(event_type)
        if newest is None:
            msg = f"unknown event type {event_type!r}"
            raise UnknownEventError(msg)
        if not 1 <= schema <= newest:
            msg = f"{event_type} has schema {schema}; this program knows 1 to {newest}"
            raise UnknownEventError(msg)
        for number in range(schema, newest):
            step = self._steps.get((event_type, number))
            if step is None:
                msg = f"no step from {event_type} schema {number}"
                raise UnknownEventError(msg)
            data = step(data)
        return newest, data
