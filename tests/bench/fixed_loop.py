"""The yardstick of compiled code: a loop that never changes, so that ratios say what engines cost.

A step does what searches do: it turns a number over, counts bits, and looks into eight megabytes.
"""

from __future__ import annotations

import time
from typing import Final

from libs.engines.compiled import use_cache

use_cache()

# Importing it with its kernel compiles, or takes it from the folder just named.
import numpy as np  # noqa: E402
from numba import njit, uint64  # noqa: E402

PLACES: Final = 1 << 20
STEPS: Final = 20_000_000
_MEMORY: Final = np.zeros(PLACES, dtype=np.uint64)


@njit(uint64(uint64[::1], uint64), cache=True, nogil=True)
def walk(memory, steps):
    """Walks through the memory by a xorshift generator (Marsaglia 2003), counting bits."""
    state, total = uint64(88172645463325252), uint64(0)
    for _ in range(steps):
        state ^= state << uint64(13)
        state ^= state >> uint64(7)
        state ^= state << uint64(17)
        place = state & uint64(PLACES - 1)
        bits = memory[place] ^ state
        memory[place] = bits
        while bits & uint64(0xFF):
            bits &= bits - uint64(1)
            total += uint64(1)
    return total


def steps_per_second() -> float:
    """How many steps this machine does just now."""
    begun = time.process_time()
    walk(_MEMORY, STEPS)
    return STEPS / (time.process_time() - begun)
