"""One HTTP route as data."""

from typing import Any

import msgspec


class Route(msgspec.Struct, frozen=True):
    """One route: method, path with `{names}`, bodies; `media` is what the answer comes as."""

    method: str
    path: str
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    media: str = "application/json"
