"""Requests, calls and serving: the same on every bus."""

import asyncio
import contextlib

import pytest

from libs.bus import (
    BusError,
    MessageTooLargeError,
    NoRespondersError,
    NotConnectedError,
    Request,
    RequestTimeoutError,
    ServiceUnavailableError,
)
from libs.testkit.eventually import eventually
from tests.contract.bus.conftest import World

pytestmark = pytest.mark.contract


def echo(request: Request) -> None:
    request.respond(b"echo " + request.payload)


async def test_a_request_gets_its_answer(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", echo)
    await server.flush()
    assert await client.request("svc.a", b"hello") == b"echo hello"


async def test_requests_of_one_turn_travel_in_one_frame(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", echo)
    await server.flush()
    asked = [client.request("svc.a", b"%d" % number, 5.0) for number in range(300)]
    answers = await asyncio.gather(*asked)
    assert answers == [b"echo %d" % number for number in range(300)]
    assert (client.stats.requests, client.stats.request_frames) == (300, 1)


async def test_large_requests_are_spread_over_several_frames(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", echo)
    await server.flush()
    payloads = [bytes([number]) * 100_000 for number in range(20)]
    answers = await asyncio.gather(*(client.request("svc.a", one, 5.0) for one in payloads))
    assert answers == [b"echo " + one for one in payloads]
    assert client.stats.request_frames > 5


async def test_answers_may_come_later_and_in_any_order(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    waiting: list[Request] = []
    server.serve("svc.a", waiting.append)
    await server.flush()
    asked = [
        asyncio.create_task(client.request("svc.a", b"%d" % number, 5.0)) for number in range(10)
    ]
    await eventually(lambda: len(waiting) == 10)
    for request in reversed(waiting):
        assert request.respond(request.payload)
        await asyncio.sleep(0)
    assert await asyncio.gather(*asked) == [b"%d" % number for number in range(10)]


async def test_the_second_answer_to_a_request_does_nothing(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    said: list[bool] = []

    def twice(request: Request) -> None:
        said.extend([request.respond(b"1"), request.respond(b"2"), request.reject()])

    server.serve("svc.a", twice)
    await server.flush()
    assert await client.request("svc.a", b"") == b"1"
    assert said == [True, False, False]


async def test_nobody_serving_is_known_at_once(world: World) -> None:
    client = await world.connect()
    loop = asyncio.get_running_loop()
    begin_s = loop.time()
    outcomes = await asyncio.gather(
        *(client.request("svc.nobody", b"", 5.0) for _ in range(3)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [NoRespondersError] * 3
    assert loop.time() - begin_s < 1
    assert client.stats.no_responders == 3


async def test_a_rejected_request_looks_as_if_nobody_served(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", lambda request: request.reject())
    await server.flush()
    with pytest.raises(NoRespondersError):
        await client.request("svc.a", b"")


async def test_silence_is_a_timeout(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", lambda _request: None)
    await server.flush()
    loop = asyncio.get_running_loop()
    begin_s = loop.time()
    patient = asyncio.create_task(client.request("svc.a", b"", 3.0))
    with pytest.raises(RequestTimeoutError):
        await client.request("svc.a", b"", 0.2)
    assert loop.time() - begin_s > 0.19
    assert not patient.done()
    assert client.stats.timeouts == 1
    patient.cancel()


async def test_a_late_answer_is_ignored(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    waiting: list[Request] = []
    server.serve("svc.a", waiting.append)
    await server.flush()
    with pytest.raises(RequestTimeoutError):
        await client.request("svc.a", b"", 0.05)
    await eventually(lambda: waiting)
    waiting[0].respond(b"too late")
    server.serve("svc.b", echo)
    await server.flush()
    assert await client.request("svc.b", b"1") == b"echo 1"


async def test_a_cancelled_request_disturbs_no_other(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", echo)
    await server.flush()
    given_up = asyncio.create_task(client.request("svc.a", b"1"))
    kept = asyncio.create_task(client.request("svc.a", b"2"))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await kept == b"echo 2"
    with contextlib.suppress(asyncio.CancelledError):
        await given_up


async def test_a_handler_that_raises_rejects_that_request_alone(world: World) -> None:
    client, server = await world.connect(), await world.connect()

    def handler(request: Request) -> None:
        if request.payload == b"bad":
            raise RuntimeError("bad request")
        echo(request)

    server.serve("svc.a", handler)
    await server.flush()
    outcomes = await asyncio.gather(
        client.request("svc.a", b"bad"), client.request("svc.a", b"good"), return_exceptions=True
    )
    assert isinstance(outcomes[0], NoRespondersError)
    assert outcomes[1] == b"echo good"
    assert [str(error) for _, error in world.errors] == ["bad request"]


async def test_a_broken_frame_is_reported_and_serving_goes_on(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", echo)
    await server.flush()
    for junk in (b"", b"\xff", b"\x91\x01", b"[[1,2]]"):
        client.publish("svc.a", junk)
    assert await client.request("svc.a", b"1") == b"echo 1"
    assert len(world.errors) == 4


async def test_a_call_is_sent_again_until_somebody_serves(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    call = asyncio.create_task(client.call("svc.late", b"1"))
    await asyncio.sleep(0.3)
    server.serve("svc.late", echo)
    assert await call == b"echo 1"


async def test_a_call_is_sent_again_after_silence_with_the_same_payload(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    seen: list[bytes] = []

    def handler(request: Request) -> None:
        seen.append(request.payload)
        if len(seen) > 1:
            request.respond(b"done")

    server.serve("svc.a", handler)
    await server.flush()
    assert await client.call("svc.a", b"command 17") == b"done"
    assert seen == [b"command 17", b"command 17"]


async def test_a_call_gives_up_after_its_patience(world: World) -> None:
    client = await world.connect()
    loop = asyncio.get_running_loop()
    begin_s = loop.time()
    with pytest.raises(ServiceUnavailableError, match=r"svc\.nobody"):
        await client.call("svc.nobody", b"", patience_s=0.4)
    assert 0.35 < loop.time() - begin_s < 1.5


async def test_a_payload_too_large_fails_at_once(world: World) -> None:
    client = await world.connect()
    with pytest.raises(MessageTooLargeError):
        await client.call("svc.a", bytes(9 * 1024 * 1024))


async def test_an_answer_too_large_is_reported_and_rejected(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", lambda request: request.respond(bytes(9 * 1024 * 1024)))
    await server.flush()
    with pytest.raises(NoRespondersError):
        await client.request("svc.a", b"")
    assert isinstance(world.errors[0][1], MessageTooLargeError)


async def test_draining_a_served_subject_answers_what_had_arrived(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    subscription = server.serve("svc.a", echo)
    await server.flush()
    asked = [asyncio.create_task(client.request("svc.a", b"1", 5.0)) for _ in range(50)]
    await asyncio.sleep(0)
    await client.flush()
    await subscription.drain()
    assert await asyncio.gather(*asked) == [b"echo 1"] * 50
    with pytest.raises(NoRespondersError):
        await client.request("svc.a", b"2")


async def test_closing_fails_what_waits(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", lambda _request: None)
    await server.flush()
    asked = asyncio.create_task(client.request("svc.a", b"", 30.0))
    await asyncio.sleep(0.01)
    await client.close()
    with pytest.raises(NotConnectedError):
        await asked
    with pytest.raises(BusError):
        await client.request("svc.a", b"")


async def test_instances_that_share_a_queue_share_the_work(world: World) -> None:
    client = await world.connect()
    servers = [await world.connect() for _ in range(2)]
    counts = [0, 0]
    for place, server in enumerate(servers):

        def handler(request: Request, place: int = place) -> None:
            counts[place] += 1
            request.respond(b"")

        server.serve("svc.a", handler, queue="svc")
        await server.flush()
    for _ in range(60):
        await client.request("svc.a", b"")
    assert sum(counts) == 60
    assert all(count > 5 for count in counts)


async def test_a_burst_of_five_thousand_requests_starves_nobody(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", echo)
    await server.flush()
    payload = bytes(200)
    answers = await asyncio.gather(*(client.request("svc.a", payload, 5.0) for _ in range(5_000)))
    assert answers == [b"echo " + payload] * 5_000
    assert client.stats.timeouts == 0


async def test_a_call_without_a_task_is_told_the_same(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    told: list[bytes | BusError] = []
    client.call_then("svc.a", b"early", told.append)
    client.call_then("svc.gone", b"", told.append, patience_s=0.2)
    await eventually(lambda: len(told) == 1)
    assert isinstance(told[0], ServiceUnavailableError)
    server.serve("svc.a", echo)
    await eventually(lambda: len(told) == 2)
    assert told[1] == b"echo early", "asked again until somebody served"


async def test_a_callback_that_raises_stops_no_other(world: World) -> None:
    client, server = await world.connect(), await world.connect()
    server.serve("svc.a", echo)
    await server.flush()
    told: list[bytes | BusError] = []

    def fail(_outcome: bytes | BusError) -> None:
        raise ValueError

    client.call_then("svc.a", b"1", fail)
    client.call_then("svc.a", b"2", told.append)
    await eventually(lambda: told == [b"echo 2"])
    assert client.stats.callback_errors == 1
