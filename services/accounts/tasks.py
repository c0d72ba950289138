"""What runs for as long as the service does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from libs.runtime.logs import get_logger

EXPIRE_EVERY_S: Final = 3_600.0


async def expire_sessions(
    expire: Callable[[int], Awaitable[int]], now_ms: Callable[[], int]
) -> None:
    """Once an hour removes what has run out; what it raises ends the loop, its keeper restarts."""
    log = get_logger()
    while True:
        gone = await expire(now_ms())
        if gone:
            log.info("sessions expired", count=gone)
        await asyncio.sleep(EXPIRE_EVERY_S)
