"""Workers of a work queue: the same on every bus."""

import asyncio
import itertools
from collections import Counter

import pytest

from libs.bus import Bus, DurableMessage, MemoryBus, StreamSpec, WorkOptions
from libs.testkit.eventually import eventually
from tests.contract.bus.conftest import World

pytestmark = pytest.mark.contract

_numbers = itertools.count()
QUICK = WorkOptions(
    at_once=4, ack_wait_s=1.5, sign_every_s=0.2, retry_after_s=0.1, max_deliveries=3
)
"""Quick, and yet no worker is taken for dead whose machine has other things to do for a second."""


@pytest.fixture
def spec() -> StreamSpec:
    number = next(_numbers)
    return StreamSpec(f"jobs{number}", (f"jobs{number}.*",), is_work_queue=True)


class Worker:
    """Does jobs as it is told to: at once, when it is let, or with failures first."""

    def __init__(self, *, is_let: bool = True, failures: int = 0) -> None:
        self.begun: list[bytes] = []
        self.done: list[bytes] = []
        self.deliveries: list[int] = []
        self.at_once = self.most_at_once = 0
        self.failures = failures
        self.let = asyncio.Event()
        if is_let:
            self.let.set()

    async def __call__(self, message: DurableMessage) -> None:
        self.begun.append(message.data)
        self.deliveries.append(message.deliveries)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.let.wait()
        finally:
            self.at_once -= 1
        if self.failures > 0:
            self.failures -= 1
            raise RuntimeError("not yet")
        self.done.append(message.data)


async def put(bus: Bus, spec: StreamSpec, count: int, kind: str = "turn") -> None:
    await bus.streams.ensure(spec)
    for number in range(count):
        data = b"%s %d" % (kind.encode(), number)
        await bus.streams.publish(spec.subjects[0].replace("*", kind), data, data.decode())


async def silence(bus: Bus) -> None:
    """As if its process had been killed: nothing goes out any more."""
    if isinstance(bus, MemoryBus):
        bus.cut()
    else:
        bus._wire._socket.abort()  # type: ignore[attr-defined]  # a kill has no public door
        await bus._wire.close()  # type: ignore[attr-defined]  # nor does staying away


async def test_jobs_are_done_several_at_once_and_no_more(world: World, spec: StreamSpec) -> None:
    bus, worker = await world.connect(), Worker(is_let=False)
    await put(bus, spec, 10)
    bus.streams.work(spec, "turns", worker, options=QUICK)
    await eventually(lambda: len(worker.begun) == 4)
    worker.let.set()
    await eventually(lambda: len(worker.done) == 10)
    assert worker.most_at_once == 4
    assert sorted(worker.begun) == sorted(set(worker.begun))


async def test_a_long_job_is_not_given_to_another_while_its_worker_lives(
    world: World, spec: StreamSpec
) -> None:
    slow, idle = Worker(is_let=False), Worker()
    first, second = await world.connect(), await world.connect()
    await put(first, spec, 1)
    first.streams.work(spec, "turns", slow, options=QUICK)
    await eventually(lambda: slow.begun)
    second.streams.work(spec, "turns", idle, options=QUICK)
    await asyncio.sleep(2 * QUICK.ack_wait_s)
    slow.let.set()
    await eventually(lambda: slow.done)
    assert (slow.begun, idle.begun) == ([b"turn 0"], [])


async def test_a_silent_workers_job_goes_to_another(world: World, spec: StreamSpec) -> None:
    doomed, heir = Worker(is_let=False), Worker()
    first, second = await world.connect(), await world.connect()
    await put(second, spec, 1)
    first.streams.work(spec, "turns", doomed, options=QUICK)
    await eventually(lambda: doomed.begun)
    second.streams.work(spec, "turns", heir, options=QUICK)
    await silence(first)
    await eventually(lambda: heir.done)
    assert heir.deliveries == [2]
    assert second.stats.redelivered == 1


async def test_a_stopped_workers_jobs_are_handed_back_at_once(
    world: World, spec: StreamSpec
) -> None:
    patient = WorkOptions(ack_wait_s=60.0, at_once=4)
    leaving, heir = Worker(is_let=False), Worker()
    first, second = await world.connect(), await world.connect()
    await put(first, spec, 4)
    work = first.streams.work(spec, "turns", leaving, options=patient)
    await eventually(lambda: len(leaving.begun) == 4)
    await work.stop()
    second.streams.work(spec, "turns", heir, options=patient)
    await eventually(lambda: len(heir.done) == 4)


async def test_a_job_that_fails_comes_again_later(world: World, spec: StreamSpec) -> None:
    bus, worker = await world.connect(), Worker(failures=2)
    await put(bus, spec, 1)
    bus.streams.work(spec, "turns", worker, options=QUICK)
    await eventually(lambda: worker.done)
    assert worker.deliveries == [1, 2, 3]
    assert [str(error) for _, error in world.errors] == ["not yet"] * 2
    assert bus.stats.dropped == 0


async def test_a_hopeless_job_is_dropped_and_counted(world: World, spec: StreamSpec) -> None:
    bus, worker = await world.connect(), Worker(failures=3)
    await put(bus, spec, 1)
    work = bus.streams.work(spec, "turns", worker, options=QUICK)
    await eventually(lambda: bus.stats.dropped == 1)
    await work.stop()
    anew = Worker()
    bus.streams.work(spec, "turns", anew, options=QUICK)
    await bus.streams.publish(spec.subjects[0].replace("*", "turn"), b"next", "next")
    await eventually(lambda: anew.done == [b"next"])
    assert worker.deliveries == [1, 2, 3]


async def test_one_job_that_fails_holds_up_no_other(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    done: Counter[bytes] = Counter()

    async def handler(message: DurableMessage) -> None:
        if message.data == b"turn 0":
            raise RuntimeError("never")
        done[message.data] += 1

    await put(bus, spec, 8)
    bus.streams.work(spec, "turns", handler, options=QUICK)
    await eventually(lambda: len(done) == 7)
    assert set(done.values()) == {1}


async def test_each_kind_of_job_has_workers_of_its_own(world: World, spec: StreamSpec) -> None:
    bus, turns, reviews = await world.connect(), Worker(), Worker(is_let=False)
    for kind, worker in (("turn", turns), ("review", reviews)):
        subject = spec.subjects[0].replace("*", kind)
        bus.streams.work(spec, kind, worker, options=WorkOptions(), subjects=[subject])
    await put(bus, spec, 5, "review")
    await put(bus, spec, 5, "turn")
    await eventually(lambda: len(turns.done) == 5)
    assert reviews.begun == [b"review 0"]
    reviews.let.set()
    await eventually(lambda: len(reviews.done) == 5)


async def test_workers_share_the_jobs(world: World, spec: StreamSpec) -> None:
    buses = [await world.connect() for _ in range(2)]
    workers = [Worker(is_let=False), Worker(is_let=False)]
    await put(buses[0], spec, 10)
    for bus, worker in zip(buses, workers, strict=True):
        bus.streams.work(spec, "turns", worker, options=WorkOptions())
    await eventually(lambda: [len(worker.begun) for worker in workers] == [1, 1])
    for worker in workers:
        worker.let.set()
    await eventually(lambda: sum(len(worker.done) for worker in workers) == 10)


async def test_work_goes_on_after_its_stream_was_thrown_away(
    world: World, spec: StreamSpec
) -> None:
    bus, worker = await world.connect(), Worker()
    await put(bus, spec, 1)
    bus.streams.work(spec, "turns", worker, options=QUICK)
    await eventually(lambda: worker.done)
    await bus.streams.delete(spec.name)
    await put(bus, spec, 2)
    await eventually(lambda: worker.done[1:] == [b"turn 0", b"turn 1"], within_s=20.0)
