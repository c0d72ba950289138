"""Who is there, and who has gone."""

import asyncio

from libs.bus import MemoryBus, MemoryHub
from libs.eventstore.peers import Announcer, Peers


class Room:
    """Some peers and a clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.hub = MemoryHub()
        self.changes = 0

    def enter(self) -> Peers:
        bus: Announcer = MemoryBus(self.hub, lambda *error: None)
        peers = Peers(bus, "games", silent_s=1.5, monotonic=lambda: self.now)
        peers.on_change(self.count)
        peers.start()
        return peers

    def count(self) -> None:
        self.changes += 1


async def settle() -> None:
    """Lets the bus deliver."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_whoever_announces_itself_counts() -> None:
    room = Room()
    one, other = room.enter(), room.enter()
    assert one.count() == 1
    other.announce([1, 2])
    await settle()
    assert (one.count(), other.count()) == (2, 1)


async def test_silence_and_farewell_end_it() -> None:
    room = Room()
    one, other, third = (room.enter() for _ in range(3))
    other.announce([])
    third.announce([])
    await settle()
    assert one.count() == 3
    third.leave()
    await settle()
    assert one.count() == 2
    room.now = 2.0
    assert one.count() == 1


async def test_only_news_are_told() -> None:
    room = Room()
    _, other = room.enter(), room.enter()
    for shards in ([1], [1], [1, 2]):
        other.announce(shards)
        await settle()
    assert room.changes == 2


async def test_everybody_has_an_order_of_their_own() -> None:
    room = Room()
    orders = {tuple(room.enter().in_my_order(range(16))) for _ in range(6)}
    assert len(orders) == 6
    assert all(sorted(order) == list(range(16)) for order in orders)
