"""Where time comes from: milliseconds since 1970, handed in wherever it is needed."""

import time
from collections.abc import Callable

NowMs = Callable[[], int]


def now_ms() -> int:
    """Milliseconds since 1970, as this machine's clock has them. It may jump."""
    return time.time_ns() // 1_000_000
