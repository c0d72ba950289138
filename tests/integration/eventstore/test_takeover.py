"""An owner is killed; with the product's own times, another one takes over at once."""

import asyncio
import sys
from collections.abc import Collection

from libs.eventstore.locks import PostgresLocks
from libs.eventstore.postgres import PostgresStore
from libs.testkit.eventually import eventually
from tests.integration.eventstore.owner import Counting, ownership_of

MOST_TURNS = 5
"""Of 0.4 seconds each; a machine that has no time for them makes them longer, not more."""


class CountedLocks(PostgresLocks):
    """`attempts` counts how often shards were asked for: once a turn."""

    attempts = 0

    async def take(self, shards: Collection[int], count: int) -> list[int]:
        self.attempts += 1
        return await super().take(shards, count)


async def new_beats(url: str) -> dict[int, int]:
    """The heartbeats of all shards, as soon as they are written again."""
    locks = PostgresLocks(url, "games")
    before = beats = await locks.last_beats(range(16))
    while beats == before:
        await asyncio.sleep(0.02)
        beats = await locks.last_beats(range(16))
    await locks.close()
    return beats


async def test_a_killed_process_is_replaced_within_two_seconds(games_url: str) -> None:
    victim = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.integration.eventstore.owner",
        games_url,
        stdout=asyncio.subprocess.PIPE,
    )
    assert victim.stdout is not None
    async with asyncio.timeout(20):
        while await victim.stdout.readline() != b"16\n":
            pass
    handler, locks = Counting(), CountedLocks(games_url, "games")
    async with PostgresStore(games_url, service="games") as store:
        heir = ownership_of(store, locks, handler)
        heir.start()
        await eventually(lambda: locks.attempts >= 3)
        beats = await new_beats(games_url)
        assert not heir.owned
        victim.kill()
        await victim.wait()
        before = locks.attempts
        await eventually(lambda: len(heir.owned) == 16, within_s=10)
        assert locks.attempts - before <= MOST_TURNS
        for shard, heartbeat_ms in handler.heartbeats.items():
            assert heartbeat_ms is not None
            assert heartbeat_ms >= beats[shard], "no outage is longer than it was"
        await heir.stop()
