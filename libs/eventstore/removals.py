"""Effects that only remove rows: they ride along in the statement that stores the events.

Any other effect needs a transaction around it: three trips to the database at least, while
everybody waits whose events are in the same commit. Games end in every second one under load.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""


class Removal(msgspec.Struct, frozen=True):
    """Rows of a table of ours whose columns, all of them text, have these values."""

    table: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Removals(msgspec.Struct, frozen=True):
    """The effect. Alone it does statement by statement what `riding` makes of many of them."""

    all: tuple[Removal, ...]

    async def __call__(self, tx: Transaction) -> None:
        """Removes the rows."""
        for removal in self.all:
            values = list(map(list, zip(*removal.rows, strict=True)))
            await tx.execute(_delete(removal.table, removal.columns, 1), *values)


def riding(effects: Iterable[Any]) -> tuple[str, list[Sequence[str]]] | None:
    """The beginning of a statement that does all effects, and its values from `$2` on.

    None if one of them does something else.
    """
    rows: dict[tuple[str, tuple[str, ...]], list[tuple[str, ...]]] = {}
    for effect in effects:
        if not isinstance(effect, Removals):
            return None
        for removal in effect.all:
            rows.setdefault((removal.table, removal.columns), []).extend(removal.rows)
    parts: list[str] = []
    values: list[Sequence[str]] = []
    for (table, columns), gone in rows.items():
        parts.append(f"{table}_gone AS ({_delete(table, columns, len(values) + 2)})")
        values += map(list, zip(*gone, strict=True))
    return f"WITH {', '.join(parts)}", values


def _delete(table: str, columns: Sequence[str], first: int) -> str:
    """The statement; its values are arrays, one a column, from `$first` on."""
    arrays = ", ".join(f"${first + place}::text[]" for place in range(len(columns)))
    same = " AND ".join(f"{table}.{column} = gone.{column}" for column in columns)
    return f"DELETE FROM {table} USING unnest({arrays}) AS gone ({', '.join(columns)}) WHERE {same}"  # noqa: S608  names of ours
