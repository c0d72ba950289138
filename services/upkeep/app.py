"""The composition root of the house's upkeep."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from libs.eventstore.connection import DedicatedConnection
from libs.eventstore.errors import StoreUnavailableError
from services.upkeep.tasks import MigrationError, migrate_service

SERVICES: Final = Path(__file__).parents[1]
LOCK: Final = "SELECT pg_advisory_lock(hashtext('spielcenter migrate'))"
WITHIN_S: Final = 600.0

Say = Callable[[str], object]


class UpkeepError(Exception):
    """The work could not be done; the text is for people."""


def owners_of_tables() -> list[Path]:
    """The folders of the services that have tables."""
    return sorted(path.parent for path in SERVICES.glob("*/schema.sql"))


async def migrate(database_url: str, say: Say) -> None:
    """Brings every service's tables up to date; two callers take turns.

    Raises UpkeepError with a sentence for people, and what the driver says of a wrong script.
    """
    link = DedicatedConnection(database_url, "public", "migrate", command_limit_s=WITHIN_S)
    try:
        connection = await link.get()
        await connection.execute(LOCK)
        for folder in owners_of_tables():
            ran = await migrate_service(connection, folder.name, folder)
            say(f"{folder.name}: {', '.join(ran) or 'up to date'}")
    except (StoreUnavailableError, MigrationError) as error:
        raise UpkeepError(f"The tables can't be brought up to date: {error}") from error
    finally:
        await link.close()
