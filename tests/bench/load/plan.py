"""What a load is told to do and what it reports; JSON through standard input and output."""

from typing import Literal

import msgspec


class TablePlan(msgspec.Struct, frozen=True):
    """Two sockets that play one game after the other. `scripts`: which turns each game takes."""

    cookies: tuple[str, str] = ("", "")
    games: list[str] = []
    scripts: list[int] = []


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """`rate`: so many turns a second, all tables together; None: as fast as answers come.

    `spectators` sockets watch all of `watched` and say nothing.
    """

    dialect: Literal["line", "product", "broadcast"]
    url: str
    tables: list[TablePlan]
    scripts: list[list[str]] = []
    warm_s: float
    seconds: float
    rate: float | None = None
    spectators: int = 0
    watched: list[str] = []
    payload_bytes: int = 0


class Report(msgspec.Struct, kw_only=True):
    """What was seen between `begin` and `end`. A turn counts when the opponent has seen it."""

    seconds: float
    turns: int
    delivered: int
    p50_ms: float | None
    p99_ms: float | None
    load_cpu_s: float
    errors: list[str]


class HallPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A socket for each of `cookies` in the waiting room, `guests` who come and go, some lines.

    Against a bare broadcast (`is_bare`) there are only the lines: frames of `payload_bytes`.
    """

    url: str
    cookies: list[str]
    guests: list[str] = []
    lines: int
    is_bare: bool = False
    payload_bytes: int = 0
    challenged: list[str] = []
    """Ids of the last of those people, each of whom one of the first challenges."""
    terms: dict[str, object] = {}


class HallReport(msgspec.Struct, kw_only=True):
    """How long it took each time until the last of all sockets had it, in ms."""

    lines_ms: list[float]
    joins_ms: list[float]
    challenges_ms: list[float]
    """Until the challenged one's socket had it."""
    errors: list[str]
