"""What the tables are read through."""

from typing import Any, Protocol


class Reads(Protocol):
    """The store's pool; raises `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""
