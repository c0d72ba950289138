"""Wait for something that happens elsewhere, without guessing how long it takes."""

import asyncio
from collections.abc import Callable


async def eventually(is_so: Callable[[], object], *, within_s: float = 10.0) -> None:
    """Return as soon as `is_so()` is true. Raises TimeoutError."""
    async with asyncio.timeout(within_s):
        while not is_so():  # noqa: ASYNC110  what is awaited offers no event
            await asyncio.sleep(0.002)
