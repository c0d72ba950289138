"""A service's tables in a database of the test's own."""

import pytest

from libs.eventstore.connection import migrate
from libs.eventstore.schema import schema_sql


@pytest.fixture
async def games_url(database_url: str) -> str:
    await migrate(database_url, schema_sql("games"))
    return database_url
