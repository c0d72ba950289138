"""The services behind the gateway, on real servers, and a tiny waiting room beside them."""

import pytest

from tests.integration.behind import Behind
from tests.integration.behind import behind as behind
from tests.integration.behind import own_nats as own_nats
from tests.integration.matchmaking.hall import Hall
from tests.integration.matchmaking.offered import Waiting


@pytest.fixture
async def hall(behind: Behind) -> Hall:
    """A waiting room that answers."""
    return await Hall(behind.bus).open()


@pytest.fixture
async def waiting(behind: Behind, hall: Hall) -> Waiting:
    """Rooms, and the waiting room beside them."""
    assert hall.free == []
    await behind.start("matchmaking", rooms_due_every_s=0.05)
    return Waiting(behind)
