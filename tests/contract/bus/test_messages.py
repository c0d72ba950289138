"""Publish and subscribe: the same on every bus."""

import asyncio

import pytest

from libs.bus import MessageTooLargeError
from tests.contract.bus.conftest import World

pytestmark = pytest.mark.contract


async def test_what_is_published_arrives_in_order(world: World) -> None:
    sender, receiver = await world.connect(), await world.connect()
    seen: list[tuple[str, bytes]] = []
    receiver.subscribe("live.*.public", lambda subject, data: seen.append((subject, data)))
    await receiver.flush()
    for number in range(200):
        assert sender.publish("live.a.public", b"%d" % number)
    await sender.flush()
    await receiver.flush()
    assert seen == [("live.a.public", b"%d" % number) for number in range(200)]
    assert sender.stats.published == 200


@pytest.mark.parametrize(
    ("pattern", "subject", "is_match"),
    [
        ("a.b", "a.b", True),
        ("a.b", "a.b.c", False),
        ("a.*", "a.b", True),
        ("a.*", "a.b.c", False),
        ("a.>", "a.b.c", True),
        ("a.>", "a", False),
        ("*.b.>", "x.b.c", True),
        (">", "a", True),
    ],
)
async def test_wildcards(world: World, pattern: str, subject: str, is_match: bool) -> None:  # noqa: FBT001  a table's column
    bus = await world.connect()
    seen: list[str] = []
    bus.subscribe(pattern, lambda name, _data: seen.append(name))
    await bus.flush()
    bus.publish(subject, b"")
    await bus.flush()
    await bus.flush()
    assert [name for name in seen if name == subject] == ([subject] if is_match else [])


async def test_one_of_a_queue_group_gets_each_message(world: World) -> None:
    buses = [await world.connect() for _ in range(3)]
    seen: list[bytes] = []
    for bus in buses:
        bus.subscribe("work", lambda _subject, data: seen.append(data), queue="workers")
        await bus.flush()
    for number in range(60):
        buses[0].publish("work", b"%d" % number)
    for bus in (*buses, *buses):
        await bus.flush()
    assert sorted(seen, key=int) == [b"%d" % number for number in range(60)]


async def test_after_unsubscribe_nothing_arrives(world: World) -> None:
    bus = await world.connect()
    seen: list[bytes] = []
    subscription = bus.subscribe("a", lambda _subject, data: seen.append(data))
    bus.publish("a", b"1")
    await bus.flush()
    await bus.flush()
    subscription.unsubscribe()
    subscription.unsubscribe()
    bus.publish("a", b"2")
    await bus.flush()
    assert seen == [b"1"]


async def test_drain_loses_nothing_that_was_sent_before(world: World) -> None:
    sender, receiver = await world.connect(), await world.connect()
    seen: list[bytes] = []
    subscription = receiver.subscribe("a", lambda _subject, data: seen.append(data))
    await receiver.flush()
    for number in range(500):
        sender.publish("a", b"%d" % number)
    await sender.flush()
    await subscription.drain()
    assert len(seen) == 500


async def test_a_callback_that_raises_is_reported_and_the_next_message_arrives(
    world: World,
) -> None:
    bus = await world.connect()
    seen: list[bytes] = []

    def callback(_subject: str, data: bytes) -> None:
        if data == b"bad":
            raise RuntimeError("bad message")
        seen.append(data)

    bus.subscribe("a", callback)
    bus.publish("a", b"bad")
    bus.publish("a", b"good")
    await bus.flush()
    await bus.flush()
    assert seen == [b"good"]
    assert [(where, str(error)) for where, error in world.errors] == [("a", "bad message")]
    assert bus.stats.callback_errors == 1


async def test_too_large_a_message_is_refused_at_once(world: World) -> None:
    bus = await world.connect()
    with pytest.raises(MessageTooLargeError):
        bus.publish("a", bytes(9 * 1024 * 1024))
    assert bus.publish("a", bytes(900_000))


@pytest.mark.parametrize("subject", ["", "a b", "a\r\nPUB b 0", "a\tb", "\n"])
async def test_a_subject_cannot_break_the_protocol(world: World, subject: str) -> None:
    bus = await world.connect()
    with pytest.raises(ValueError, match="not a subject"):
        bus.publish(subject, b"")
    with pytest.raises(ValueError, match="not a subject"):
        bus.subscribe(subject, lambda _subject, _data: None)


async def test_binary_payloads_of_all_sizes_survive(world: World) -> None:
    bus = await world.connect()
    seen: list[bytes] = []
    bus.subscribe("a", lambda _subject, data: seen.append(data))
    sent = [bytes(range(256)) * (size // 256) + b"\r\n" for size in (0, 256, 65_536, 524_288)]
    for data in sent:
        bus.publish("a", data)
    await bus.flush()
    await bus.flush()
    assert seen == sent


async def test_closing_twice_is_harmless_and_ends_the_connection(world: World) -> None:
    bus = await world.connect()
    await bus.close()
    await bus.close()
    assert not bus.is_connected
    assert bus.publish("a", b"") is False
    assert bus.stats.publish_dropped == 1


async def test_what_was_published_before_closing_arrives(world: World) -> None:
    sender, receiver = await world.connect(), await world.connect()
    seen = asyncio.Event()
    receiver.subscribe("a", lambda _subject, _data: seen.set())
    await receiver.flush()
    sender.publish("a", b"last words")
    await sender.close()
    async with asyncio.timeout(10):
        await seen.wait()
