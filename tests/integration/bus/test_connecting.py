"""The first connection, credentials, and readers that are too slow."""

import asyncio
import time
from pathlib import Path

import pytest

from libs.bus import BusUnreachableError, NatsBus, NatsOptions
from libs.testkit.eventually import eventually
from libs.testkit.nats_server import NatsServer, free_port

pytestmark = pytest.mark.integration


async def test_without_a_server_the_start_fails_in_time_with_a_sentence() -> None:
    port = free_port()
    options = NatsOptions(f"nats://me:hunter2@127.0.0.1:{port}", connect_within_s=0.5)
    with pytest.raises(BusUnreachableError, match=r"no NATS server .* within 0\.5 s") as caught:
        await NatsBus.connect(options)
    assert str(port) in str(caught.value)
    assert "hunter2" not in str(caught.value)


async def test_the_first_connection_waits_for_the_server(tmp_path: Path) -> None:
    server = NatsServer(tmp_path)
    connecting = asyncio.create_task(NatsBus.connect(NatsOptions(server.url)))
    await asyncio.sleep(0.3)
    server.start()
    bus = await connecting
    assert bus.is_connected
    await bus.close()
    server.kill()


@pytest.mark.parametrize(
    ("authorization", "credentials"),
    [
        ('user: me, password: "p@ss/word"', "me:p%40ss%2Fword"),
        ('token: "t@ken"', "t%40ken"),
    ],
)
async def test_credentials_stand_in_the_address(
    tmp_path: Path, authorization: str, credentials: str
) -> None:
    server = NatsServer(tmp_path, options=f"authorization {{ {authorization} }}")
    server.start()
    try:
        bus = await NatsBus.connect(NatsOptions(f"nats://{credentials}@127.0.0.1:{server.port}"))
        await bus.flush()
        await bus.close()
        with pytest.raises(BusUnreachableError, match=r"[Aa]uthorization"):
            await NatsBus.connect(
                NatsOptions(f"nats://wrong:one@127.0.0.1:{server.port}", connect_within_s=0.5)
            )
    finally:
        server.kill()


async def test_who_reads_too_slowly_is_cut_off_counted_and_comes_back(tmp_path: Path) -> None:
    server = NatsServer(tmp_path, options='max_pending: 1048576\nwrite_deadline: "200ms"')
    server.start()
    errors: list[str] = []
    sender = await NatsBus.connect(NatsOptions(server.url))
    slow = await NatsBus.connect(NatsOptions(server.url), lambda _at, e: errors.append(repr(e)))
    heard: list[bytes] = []
    slow.subscribe("flood", lambda _subject, data: heard.append(data))
    await slow.flush()
    slow_wire = slow._wire
    assert slow_wire._socket._socket is not None
    slow_wire._socket._socket.pause_reading()
    for _ in range(400):
        sender.publish("flood", bytes(100_000))
        await asyncio.sleep(0)
    await sender.flush()
    await asyncio.sleep(0.5)
    slow_wire._socket._socket.resume_reading()
    await eventually(lambda: slow.stats.disconnects == 1, within_s=10)
    await eventually(lambda: slow.is_connected, within_s=10)
    await slow.flush()  # connected, and the server knows again what is listened to
    assert slow.stats.slow_consumer_drops == 1
    assert "SlowConsumerError" in errors[0]
    before = len(heard)
    sender.publish("flood", b"after")
    await eventually(lambda: len(heard) > before)
    assert heard[-1] == b"after"
    await sender.close()
    await slow.close()
    server.kill()


async def test_a_blocked_event_loop_delays_but_loses_nothing(tmp_path: Path) -> None:
    server = NatsServer(tmp_path)
    server.start()
    sender, slow = [await NatsBus.connect(NatsOptions(server.url)) for _ in range(2)]
    heard: list[bytes] = []

    def callback(_subject: str, data: bytes) -> None:
        heard.append(data)
        if len(heard) == 10:
            time.sleep(0.3)  # what a callback must never do

    slow.subscribe("news", callback)
    await slow.flush()
    for number in range(5_000):
        sender.publish("news", b"%d" % number)
    await eventually(lambda: len(heard) == 5_000)
    assert slow.stats.slow_consumer_drops == 0
    await sender.close()
    await slow.close()
    server.kill()
