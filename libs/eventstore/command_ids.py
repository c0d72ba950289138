"""The ids of a stream's commands, so that a repeated one gets its first answer."""

from collections.abc import Iterable

import msgspec

from libs.eventstore.records import Recorded


class Remembered(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The first answer to a command, and what it said then."""

    version: int
    fingerprint: bytes | None


class CommandIds:
    """Every command that a stream's events came from, by actor and id.

    It is folded from the log like the state itself, so it survives restarts.
    """

    __slots__ = ("_by_actor",)

    def __init__(self, by_actor: dict[str, dict[str, Remembered]] | None = None) -> None:
        self._by_actor = {} if by_actor is None else by_actor

    def find(self, actor: str, command_id: str | None) -> Remembered | None:
        """What is known of a command, None if it is new or has no id."""
        if command_id is None:
            return None
        ids = self._by_actor.get(actor)
        return None if ids is None else ids.get(command_id)

    def remember(self, event: Recorded) -> None:
        """Folds an event in; the last event of a command is its answer."""
        if event.command_id is not None:
            ids = self._by_actor.get(event.actor)
            if ids is None:
                ids = self._by_actor[event.actor] = {}
            ids[event.command_id] = Remembered(event.version, event.fingerprint)

    def remember_all(self, events: Iterable[Recorded]) -> None:
        """Folds events in, in their order."""
        for event in events:
            self.remember(event)

    def copy(self) -> dict[str, dict[str, Remembered]]:
        """What a snapshot keeps."""
        return {actor: dict(ids) for actor, ids in self._by_actor.items()}
