"""Computers, games and their owner on real servers, with real worker processes."""

from typing import Any

import pytest

from tests.integration.behind import Behind
from tests.integration.behind import behind as behind
from tests.integration.behind import own_nats as own_nats
from tests.integration.bots.practice import House

QUICK: dict[str, Any] = {
    "bot_workers": 1,
    "bot_engines": "tests.integration.bots.slow",
    "bot_least_delay_ms": 0,
    "bot_most_delay_ms": 0,
    "strong_seconds": 0.05,
    "offer_seconds": 0.05,
    "hint_seconds": 0.05,
    "evaluation_seconds": 0.05,
    "review_seconds": 0.05,
}
"""Nobody watches the stones move, nobody thinks long."""


@pytest.fixture
async def house(behind: Behind) -> House:
    """An owner of games; computers are started by the test."""
    await behind.start("games")
    return House(behind, QUICK)
