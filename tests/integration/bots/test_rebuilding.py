"""A rebuild makes the same table again, and nobody plays because of it."""

from typing import Any

import msgspec

from libs.contracts.rebuild import Rebuild, RebuildProgress
from tests.integration.behind import Behind, until
from tests.integration.bots.practice import House

TABLE = "SELECT * FROM games ORDER BY game"


async def table(behind: Behind) -> list[dict[str, Any]]:
    """The seats as stored."""
    return [dict(row) for row in await behind.rows("bots", TABLE)]


async def rebuilt(behind: Behind) -> RebuildProgress:
    """Asks until it is done."""
    while True:
        answer = await behind.query("rebuild.bots", Rebuild("test"))
        assert answer.data is not None
        progress = msgspec.msgpack.decode(answer.data, type=RebuildProgress)
        if progress.is_done:
            return progress


async def test_a_rebuild_gives_the_same_table_and_sends_nothing(house: House) -> None:
    behind = house.behind
    await house.start_bots()
    practices = [await house.begin() for _ in range(4)]
    for practice in practices[1:]:
        await practice.play()
        await practice.until_turns(2)
    people = await behind.start_game()

    async def is_stored() -> bool:
        versions = {row["game"]: row["version"] for row in await table(behind)}
        wanted = {practice.game: 1 if place == 0 else 3 for place, practice in enumerate(practices)}
        return versions == wanted

    await until(is_stored)
    live = await table(behind)
    await behind.rows("bots", "UPDATE games SET acts = true, position = 99")
    sent: list[bytes] = []
    behind.bus.subscribe("jobs.bots.*", lambda _subject, data: sent.append(data))
    await behind.bus.flush()
    assert (await rebuilt(behind)).error is None
    assert await table(behind) == live
    assert sent == []
    assert people not in [row["game"] for row in live]
    await practices[1].play()
    await practices[1].until_turns(4)
