"""What runs for as long as the service does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from libs.runtime.logs import get_logger

EXPIRE_EVERY_S: Final = 3_600.0


async def expire(
    sessions: Callable[[int], Awaitable[int]],
    attempts: Callable[[int], Awaitable[None]],
    now_ms: Callable[[], int],
) -> None:
    """Once an hour removes what has run out; what it raises ends the loop, its keeper restarts."""
    log = get_logger()
    while True:
        gone = await sessions(now_ms())
        if gone:
            log.info("sessions expired", count=gone)
        await attempts(now_ms())
        await asyncio.sleep(EXPIRE_EVERY_S)
