"""Every test here runs in both worlds."""

from collections.abc import AsyncIterator

import pytest

from tests.contract.eventstore.worlds import MemoryWorld, PostgresWorld, World


@pytest.fixture(params=["memory", "postgres"])
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    made: World
    if request.param == "memory":
        made = MemoryWorld()
    else:
        made = PostgresWorld(request.getfixturevalue("database_url"))
        await made.open()
    yield made
    await made.close()
