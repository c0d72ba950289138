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
