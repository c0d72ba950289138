"""What only the memory bus can do: outages and faults on demand."""

import asyncio

import pytest

from libs.bus import MemoryBus, MemoryHub, NotConnectedError, StreamSpec
from libs.testkit.virtual_time import run_virtual

pytestmark = pytest.mark.unit


async def test_an_outage_refuses_and_counts_and_ends() -> None:
    hub = MemoryHub()
    bus = MemoryBus(hub)
    story: list[str] = []
    bus.on_disconnected(lambda: story.append("lost"))
    bus.on_reconnected(lambda: story.append("back"))
    hub.stop()
    assert bus.publish("a", b"") is False
    with pytest.raises(NotConnectedError):
        await bus.request("a", b"")
    with pytest.raises(NotConnectedError):
        await bus.streams.publish("ev.1", b"", "1")
    hub.start()
    assert bus.publish("a", b"") is True
    assert story == ["lost", "back"]
    assert bus.stats.publish_dropped == 2
    await bus.close()


async def test_what_was_on_its_way_is_lost_with_the_hub() -> None:
    hub = MemoryHub()
    bus = MemoryBus(hub)
    heard: list[bytes] = []
    bus.subscribe("a", lambda _subject, data: heard.append(data))
    bus.publish("a", b"1")
    hub.stop()
    hub.start()
    bus.publish("a", b"2")
    await bus.flush()
    assert heard == [b"2"]
    await bus.close()


async def test_streams_outlive_an_outage_and_consumers_go_on() -> None:
    hub = MemoryHub()
    bus = MemoryBus(hub)
    spec = StreamSpec("s", ("ev.>",))
    await bus.streams.ensure(spec)
    heard: list[bytes] = []

    async def read(batch: object) -> None:
        heard.extend(message.data for message in batch)  # type: ignore[attr-defined]  # a batch

    consumption = bus.streams.consume(spec, "reader", read)
    await bus.streams.publish("ev.1", b"1", "1")
    hub.stop()
    hub.start()
    await bus.streams.publish("ev.1", b"2", "2")
    await bus.flush()
    assert heard == [b"1", b"2"]
    await consumption.stop()
    await bus.close()


def test_delays_losses_and_duplicates_are_had_on_demand() -> None:
    faults = {"lost": (), "twice": (0.0, 0.5), "late": (2.0,)}

    async def main() -> list[tuple[str, float]]:
        hub = MemoryHub(lambda subject: faults.get(subject, (0.0,)))
        bus = MemoryBus(hub)
        loop = asyncio.get_running_loop()
        heard: list[tuple[str, float]] = []
        bus.subscribe(">", lambda subject, _data: heard.append((subject, loop.time())))
        for subject in faults:
            bus.publish(subject, b"")
        await asyncio.sleep(5)
        await bus.close()
        return heard

    assert run_virtual(main) == [("twice", 0.0), ("twice", 0.5), ("late", 2.0)]
