"""What goes into the next commit."""

import asyncio
from collections import deque
from collections.abc import Sequence

import pytest

from libs.eventstore.pending import (
    MAX_EFFECTS_A_COMMIT,
    REMEMBERED_STREAMS,
    OpenShard,
    Pending,
    number_all,
    split_by_shard,
    take_commit,
)
from libs.eventstore.records import Append, NewEvent, Recorded, StreamId
from libs.eventstore.store import Waiter

SHARDS = [OpenShard(number, head) for number, head in ((0, 10), (1, 20))]


async def post(tx: None) -> None:
    """An effect."""


def future() -> "asyncio.Future[list[Recorded]]":
    return asyncio.get_running_loop().create_future()


def waiting(
    shard: int,
    name: str,
    waiter: Waiter | None = None,
    count: int = 1,
    *,
    with_effect: bool = False,
) -> Pending[None]:
    append = Append(
        stream=StreamId(f"{shard:02x}-{name}"),
        expected_version=4,
        events=(NewEvent("games.dealt", 1, b"{}"),) * count,
        at_ms=0,
        actor="ann",
        correlation="c",
    )
    SHARDS[shard].pending += 1
    return Pending(append, post if with_effect else None, SHARDS[shard], waiter or future())


def names(batch: Sequence[Pending[None]]) -> list[str]:
    return [pending.append.stream for pending in batch]


async def test_a_commit_takes_what_waits_in_order() -> None:
    queue = deque([waiting(1, "a"), waiting(0, "b"), waiting(1, "c")])
    assert names(take_commit(queue)) == ["01-a", "00-b", "01-c"]
    assert not queue


async def test_a_stream_comes_once_a_commit() -> None:
    queue = deque([waiting(0, "a"), waiting(0, "b"), waiting(0, "a"), waiting(0, "c")])
    assert names(take_commit(queue)) == ["00-a", "00-b"]
    assert names(take_commit(queue)) == ["00-a", "00-c"]


async def test_effects_are_limited() -> None:
    effects = [waiting(0, f"e{n}", with_effect=True) for n in range(MAX_EFFECTS_A_COMMIT + 1)]
    queue = deque([waiting(0, "a"), *effects, waiting(0, "b")])
    assert len(take_commit(queue)) == MAX_EFFECTS_A_COMMIT + 1
    assert len(take_commit(queue)) == 2


async def test_whoever_waits_no_more_is_left_out() -> None:
    told = future()
    gone, stays = waiting(0, "a", told), waiting(0, "b")
    gone.fail(KeyError())
    assert names(take_commit(deque([gone, stays]))) == ["00-b"]
    with pytest.raises(KeyError):
        told.result()


async def test_rows_are_numbered_by_shard() -> None:
    pendings = [waiting(1, "a", count=2), waiting(0, "b"), waiting(1, "c")]
    rows = number_all(split_by_shard(pendings))
    assert [(row.shard, row.seq, row.version) for row in rows] == [
        (1, 21, 5),
        (1, 22, 6),
        (1, 23, 5),
        (0, 11, 5),
    ]


def test_the_oldest_versions_are_forgotten() -> None:
    shard = OpenShard(0, 0)
    for number in range(REMEMBERED_STREAMS + 5):
        shard.remember(StreamId(f"00-{number}"), 1)
    assert len(shard.versions) == REMEMBERED_STREAMS
    assert StreamId("00-4") not in shard.versions


async def test_a_shard_drains_when_nothing_is_under_way() -> None:
    shard = OpenShard(0, 0)
    await shard.drain()
    shard = OpenShard(0, 0)
    shard.pending = 2
    draining = asyncio.create_task(shard.drain())
    shard.settled()
    await asyncio.sleep(0)
    assert not draining.done()
    shard.settled()
    await draining
