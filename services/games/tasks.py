"""What runs for as long as the service does."""

import asyncio
from collections.abc import Awaitable, Callable


async def every(seconds: float, action: Callable[[], Awaitable[object]]) -> None:
    """Does something again and again; what it raises ends the loop, its keeper restarts it."""
    while True:
        await asyncio.sleep(seconds)
        await action()
