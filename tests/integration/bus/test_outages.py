"""The server is killed, frozen, wiped: nothing acknowledged is lost, and everything goes on."""

import asyncio
from collections.abc import Sequence

import pytest

from libs.bus import (
    BusError,
    DurableMessage,
    NatsBus,
    NatsOptions,
    NotConnectedError,
    Request,
    StreamSpec,
)
from libs.testkit.eventually import eventually
from libs.testkit.nats_server import NatsServer
from tests.integration.bus.conftest import Connect

pytestmark = pytest.mark.integration

SPEC = StreamSpec("events", ("ev.>",))


async def restart(server: NatsServer, *, away_s: float = 0.3, is_wiped: bool = False) -> None:
    server.kill()
    await asyncio.sleep(away_s)
    if is_wiped:
        server.forget_streams()
    await asyncio.to_thread(server.start)


async def test_a_dead_server_is_noticed_and_publishes_say_so(
    server: NatsServer, connect: Connect
) -> None:
    bus = await connect()
    story: list[str] = []
    bus.on_disconnected(lambda: story.append("lost"))
    bus.on_reconnected(lambda: story.append("back"))
    server.kill()
    await eventually(lambda: not bus.is_connected, within_s=3)
    assert bus.publish("a", b"1") is False
    assert bus.stats.publish_dropped == 1
    with pytest.raises(NotConnectedError):
        await bus.request("a", b"")
    with pytest.raises(NotConnectedError):
        await bus.flush()
    server.start()
    await eventually(lambda: bus.is_connected, within_s=5)
    await eventually(lambda: story == ["lost", "back"])
    assert bus.publish("a", b"2") is True
    await bus.flush()
    assert bus.stats.slow_consumer_drops == 0


async def test_a_frozen_server_is_noticed_within_four_seconds(
    server: NatsServer, connect: Connect
) -> None:
    bus = await connect()
    server.freeze()
    try:
        await eventually(lambda: not bus.is_connected, within_s=4.5)
    finally:
        server.thaw()
    await eventually(lambda: bus.stats.reconnects == 1, within_s=5)
    await bus.flush()
    assert bus.stats.slow_consumer_drops == 0


async def test_a_frozen_server_does_not_make_the_buffer_grow_without_end(
    server: NatsServer, connect: Connect
) -> None:
    bus = await connect()
    server.freeze()
    try:
        sent = 0
        while bus.publish("a", bytes(500_000)):
            sent += 1
            await asyncio.sleep(0)
            assert sent < 200
        assert bus.stats.publish_dropped == 1
    finally:
        server.thaw()


async def test_subscriptions_and_serving_come_back_by_themselves(
    server: NatsServer, connect: Connect
) -> None:
    client, service = await connect(), await connect()
    heard: list[bytes] = []
    service.subscribe("news", lambda _subject, data: heard.append(data))
    service.serve("svc", lambda request: request.respond(b"ok"), queue="svc")
    for round_number in range(3):
        assert await client.call("svc", b"") == b"ok"
        client.publish("news", b"%d" % round_number)
        await eventually(lambda: len(heard) > round_number)  # noqa: B023  awaited at once
        await restart(server, away_s=0.05)
    assert await client.call("svc", b"") == b"ok"
    assert heard == [b"0", b"1", b"2"]


async def test_calls_under_way_are_answered_after_a_kill_and_done_once_by_their_id(
    server: NatsServer, connect: Connect
) -> None:
    client, service = await connect(), await connect()
    done: dict[bytes, int] = {}

    def handler(request: Request) -> None:
        done.setdefault(request.payload, len(done))
        request.respond(b"%d" % done[request.payload])

    service.serve("svc", handler)
    await service.flush()
    answers: dict[bytes, bytes] = {}

    async def worker(name: int) -> None:
        for number in range(40):
            payload = b"%d/%d" % (name, number)
            answers[payload] = await client.call("svc", payload)
            await asyncio.sleep(0.02)

    workers = asyncio.gather(*(worker(name) for name in range(20)))
    for _ in range(2):
        await asyncio.sleep(0.2)
        await restart(server, away_s=0.2)
    await workers
    assert len(answers) == 800
    assert all(answers[payload] == b"%d" % place for payload, place in done.items())


class Reader:
    def __init__(self) -> None:
        self.seen: list[int] = []
        self.deliveries = 0

    async def __call__(self, batch: Sequence[DurableMessage]) -> None:
        await asyncio.sleep(0.001)
        for message in batch:
            self.deliveries += 1
            self.seen.append(int(message.data))


async def publish_until_acknowledged(bus: NatsBus, number: int) -> None:
    while True:
        try:
            await bus.streams.publish("ev.0", b"%d" % number, f"m{number}", timeout_s=1.0)
        except BusError:
            await asyncio.sleep(0.05)
        else:
            return


async def test_what_was_acknowledged_is_consumed_over_two_kills(
    server: NatsServer, connect: Connect
) -> None:
    publisher, consumer = await connect(), await connect()
    await publisher.streams.ensure(SPEC)
    reader = Reader()
    consumption = consumer.streams.consume(SPEC, "reader", reader)

    async def publish_all() -> None:
        for number in range(400):
            await publish_until_acknowledged(publisher, number)
            await asyncio.sleep(0.002)

    publishing = asyncio.create_task(publish_all())
    for _ in range(2):
        await asyncio.sleep(0.3)
        await restart(server)
    await publishing
    await eventually(lambda: len(set(reader.seen)) == 400, within_s=20)
    assert consumption.is_healthy


async def test_a_wiped_jetstream_is_made_again_under_its_consumer(
    server: NatsServer, connect: Connect
) -> None:
    publisher, consumer = await connect(), await connect()
    await publisher.streams.ensure(SPEC)
    reader = Reader()
    consumer.streams.consume(SPEC, "reader", reader)
    await publish_until_acknowledged(publisher, 1)
    await eventually(lambda: reader.seen == [1])
    await restart(server, is_wiped=True)
    await publish_until_acknowledged(publisher, 2)
    await eventually(lambda: reader.seen == [1, 2], within_s=15)


async def test_a_pull_that_hangs_in_a_frozen_server_goes_on(
    server: NatsServer, connect: Connect
) -> None:
    publisher, consumer = await connect(), await connect()
    await publisher.streams.ensure(SPEC)
    reader = Reader()
    consumer.streams.consume(SPEC, "reader", reader)
    await publish_until_acknowledged(publisher, 1)
    await eventually(lambda: reader.seen == [1])
    server.freeze()
    await asyncio.sleep(1)
    server.thaw()
    await publish_until_acknowledged(publisher, 2)
    await eventually(lambda: reader.seen == [1, 2], within_s=10)


async def test_a_consumer_begun_during_an_outage_works_after_it(
    server: NatsServer, connect: Connect
) -> None:
    bus = await connect()
    server.kill()
    await eventually(lambda: not bus.is_connected)
    reader = Reader()
    consumption = bus.streams.consume(SPEC, "reader", reader)
    await asyncio.sleep(0.2)
    assert not consumption.is_healthy
    server.start()
    await eventually(lambda: bus.is_connected)
    await publish_until_acknowledged(bus, 7)
    await eventually(lambda: reader.seen == [7])


async def test_closing_during_an_outage_raises_nothing_and_is_quick(
    server: NatsServer, connect: Connect
) -> None:
    bus = await connect()
    bus.streams.consume(SPEC, "reader", Reader())
    server.kill()
    await eventually(lambda: not bus.is_connected)
    async with asyncio.timeout(3):
        await bus.close()


async def test_closing_while_the_server_hangs_is_bounded(
    server: NatsServer, connect: Connect
) -> None:
    bus = await connect()
    server.freeze()
    try:
        async with asyncio.timeout(8):
            await bus.close()
    finally:
        server.thaw()


async def test_a_responder_that_vanishes_leaves_calls_to_its_successor(
    server: NatsServer,
) -> None:
    options = NatsOptions(server.url)
    client, first, second = [await NatsBus.connect(options) for _ in range(3)]
    first.serve("svc", lambda _request: None)  # takes requests and never answers
    await first.flush()
    call = asyncio.create_task(client.call("svc", b"1"))
    await asyncio.sleep(0.1)
    await first.close()
    second.serve("svc", lambda request: request.respond(b"second"))
    assert await call == b"second"
    await client.close()
    await second.close()
