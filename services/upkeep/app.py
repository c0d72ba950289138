"""The composition root of the house's upkeep: migrate, rebuild, roles."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from libs.bus import Bus, BusError
from libs.contracts import archive, bots, games, matchmaking, ratings
from libs.contracts.accounts import Role
from libs.eventstore.connection import DedicatedConnection
from libs.eventstore.errors import StoreUnavailableError
from libs.runtime import Runtime, StartError, connect_bus
from libs.runtime.event_stream import EVENTS
from services.upkeep.tasks import (
    MigrationError,
    RebuildError,
    RoleError,
    migrate_service,
    name_role,
    rebuild_all,
)

NAME: Final = "upkeep"
SERVICES: Final = Path(__file__).parents[1]
LOCK: Final = "SELECT pg_advisory_lock(hashtext('spielcenter migrate'))"
WITHIN_S: Final = 600.0

READ_TABLES: Final = (
    archive.SERVICE,
    bots.SERVICE,
    "clocks",
    ratings.SERVICE,
    *(f"{games.SERVICE}.{shard}" for shard in range(games.SHARDS)),
    *(f"{matchmaking.SERVICE}.{shard}" for shard in range(matchmaking.SHARDS)),
)
"""Who keeps read tables: `rebuild.<name>`."""

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


async def rebuild(runtime: Runtime, say: Say) -> None:
    """Throws JetStream's stream and all read tables away; their keepers make them again.

    The services run meanwhile: owners serve their logs, keepers read them. The stream comes back
    with the next event; nobody needs what was on it. Raises UpkeepError.
    """
    bus = await _connected(runtime)
    try:
        await _rebuild(bus, say)
    except (BusError, RebuildError) as error:
        raise UpkeepError(f"Not all read tables have been made again:\n{error}") from error
    finally:
        await bus.close()


async def give_role(runtime: Runtime, name: str, role: Role, say: Say) -> None:
    """Gives the account of that name a role, which holds at once; "player" takes it back.

    The accounts service runs meanwhile: it writes the event. Raises UpkeepError.
    """
    bus = await _connected(runtime)
    try:
        player = await name_role(bus, name, role)
    except (BusError, RoleError) as error:
        raise UpkeepError(f"{name} could not be made {role}: {error}") from error
    finally:
        await bus.close()
    say(f"{player.name} ({player.id}) is {player.role} now")


async def _connected(runtime: Runtime) -> Bus:
    try:
        return await connect_bus(runtime, NAME)
    except StartError as error:
        raise UpkeepError(str(error)) from error


async def _rebuild(bus: Bus, say: Say) -> None:
    await bus.streams.delete(EVENTS.name)
    say("JetStream: thrown away")
    events = await rebuild_all(bus, READ_TABLES, secrets.token_hex(8), say)
    await bus.streams.ensure(EVENTS)
    say(f"all read tables made again, {events} events read")
