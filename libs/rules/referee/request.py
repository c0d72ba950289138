"""What a line asks for, read and checked as far as this needs no game."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from libs.rules.game import FIRST, SECOND, SPECTATOR, Json, Viewer

VIEWERS: Final[Mapping[Any, Viewer]] = {0: FIRST, 1: SECOND, SPECTATOR: SPECTATOR}


class RequestError(ValueError):
    """A request that makes no sense at all; the message says what is wrong with it."""


class Request(msgspec.Struct, frozen=True):
    """A request whose fields have the right kind; whether they suit the game is open."""

    game: str
    variant: str | None
    options: Mapping[str, Any]
    position: Json
    setup: Json
    moves: list[Any]
    viewer: Viewer | None


def read(fields: Json) -> Request:
    """Reads a decoded line. Raises RequestError."""
    if not isinstance(fields, dict):
        raise RequestError("a request is a JSON object")
    return Request(
        game=_field(fields, "game", str, None),
        variant=_field(fields, "variant", str | None, None),
        options=_field(fields, "options", dict, {}),
        position=fields.get("position"),
        setup=fields.get("setup"),
        moves=_field(fields, "moves", list, []),
        viewer=_viewer(fields.get("viewer")),
    )


def _field(fields: dict[str, Any], name: str, kind: Any, absent: Any) -> Any:
    value = fields.get(name)
    if value is None:
        value = absent
    if not isinstance(value, kind):
        raise RequestError(f"{name!r} is missing or of the wrong kind")
    return value


def _viewer(value: Json) -> Viewer | None:
    if value is None:
        return None
    if isinstance(value, bool | float | list | dict) or value not in VIEWERS:
        raise RequestError("a viewer is 0, 1 or 'spectator'")
    return VIEWERS[value]
