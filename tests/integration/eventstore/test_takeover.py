"""An owner is killed; with the product's own times, another one takes over at once."""

import asyncio
import sys
import time

from libs.eventstore.postgres import PostgresStore
from libs.testkit.eventually import eventually
from tests.integration.eventstore.owner import Counting, ownership_of

TAKEOVER_LIMIT_S = 2.5


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
    handler = Counting()
    async with PostgresStore(games_url, service="games") as store:
        heir = ownership_of(games_url, store, handler)
        heir.start()
        await asyncio.sleep(1.5)
        assert not heir.owned
        killed_at_ms = time.time_ns() // 1_000_000
        victim.kill()
        await victim.wait()
        begun = time.monotonic()
        await eventually(lambda: len(heir.owned) == 16, within_s=10)
        assert time.monotonic() - begun < TAKEOVER_LIMIT_S
        for heartbeat_ms in handler.heartbeats.values():
            assert heartbeat_ms is not None
            assert killed_at_ms - heartbeat_ms < 1_500
        await heir.stop()
