"""Rebuilding read tables from the logs: asked for on `rebuild.<service>`, in pieces, repeatable.

Whoever keeps the tables answers at once how far it is; the same id again asks for progress.
"""

import msgspec


class Rebuild(msgspec.Struct, frozen=True, array_like=True):
    """Throw the read tables away and make them again; `id` names this one rebuild."""

    id: str


class RebuildProgress(msgspec.Struct, frozen=True, array_like=True):
    """Answer (msgpack in `Answer.data`): events applied so far; `error` if it failed."""

    events: int
    is_done: bool
    error: str | None = None
