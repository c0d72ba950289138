"""An owner is killed; with the product's own times, another one takes over at once."""

import asyncio
import os
import signal
import sys
import time

from libs.eventstore.locks import SILENT_LIMIT_S
from libs.eventstore.postgres import PostgresStore
from libs.testkit.eventually import eventually
from tests.integration.eventstore.owner import Counting, ownership_of

TAKEOVER_LIMIT_S = 2.5


async def begun_owner(url: str) -> asyncio.subprocess.Process:
    """A process that owns all shards."""
    owner = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.integration.eventstore.owner",
        url,
        stdout=asyncio.subprocess.PIPE,
    )
    assert owner.stdout is not None
    async with asyncio.timeout(20):
        while await owner.stdout.readline() != b"16\n":
            pass
    return owner


async def test_a_killed_process_is_replaced_within_two_seconds(games_url: str) -> None:
    victim = await begun_owner(games_url)
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


async def test_a_process_that_stands_still_is_replaced_and_owns_nothing_when_it_goes_on(
    games_url: str,
) -> None:
    victim = await begun_owner(games_url)
    handler = Counting()
    async with PostgresStore(games_url, service="games") as store:
        heir = ownership_of(games_url, store, handler)
        heir.start()
        os.kill(victim.pid, signal.SIGSTOP)
        try:
            begun = time.monotonic()
            await eventually(lambda: len(heir.owned) == 16, within_s=20)
            assert time.monotonic() - begun < SILENT_LIMIT_S + TAKEOVER_LIMIT_S
        finally:
            os.kill(victim.pid, signal.SIGCONT)
        assert victim.stdout is not None
        async with asyncio.timeout(5):
            while await victim.stdout.readline() != b"lost 16\n":
                pass
        assert len(heir.owned) == 16
        victim.kill()
        await victim.wait()
        await heir.stop()
