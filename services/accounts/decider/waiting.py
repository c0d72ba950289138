"""How long to wait after passwords that were wrong: pure figures."""

from typing import Final

FORGET_AFTER_MS: Final = 24 * 3_600_000
"""Who has not tried for a day begins anew."""

KNOWN_FOR_MS: Final = 180 * 24 * 3_600_000
"""A place where somebody signed in is known for so long."""


def _waits(free: int, longest_s: int) -> tuple[int, ...]:
    """The wait after the nth failure in milliseconds, from 0: nothing at first, then doubling."""
    waits = [0] * (free + 1)
    wait_s = 2
    while wait_s < longest_s:
        waits.append(wait_s * 1000)
        wait_s *= 2
    return (*waits, longest_s * 1000)


NAME_WAITS_MS: Final = _waits(free=5, longest_s=300)
"""For one name: some three hundred guesses a day at most, whoever makes them."""

ADDRESS_WAITS_MS: Final = _waits(free=20, longest_s=900)
"""For one address, whatever names it tries; a school or a family shares one."""
