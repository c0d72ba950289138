"""Jobs are on the queue at once, again when nothing comes of them, never because of a rebuild."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from libs.bus import MemoryBus, MemoryHub
from libs.contracts.bots import Passed, TurnJob
from libs.testkit.virtual_time import run_virtual
from services.bots.policies import AGAIN_AFTER_S, SWEEP_EVERY_S, Dispatch, JobQueue
from services.bots.projections import SeatTable
from tests.unit.services.bots.practice import GAME, STRONG, events, over, started, turn


class World:
    """A dispatch with its table, and what it has sent."""

    def __init__(self) -> None:
        self.hub = MemoryHub()
        bus, ears = MemoryBus(self.hub), MemoryBus(self.hub)
        loop = asyncio.get_running_loop()
        self.dispatch = Dispatch(bus, JobQueue(bus), loop.time)
        self.table = SeatTable(self.dispatch.changed)
        self.passed: list[Passed] = []
        ears.subscribe("bots.passed", self._on_passed)
        self.running = loop.create_task(self.dispatch.run())

    def _on_passed(self, _subject: str, data: bytes) -> None:
        self.passed.append(msgspec.msgpack.decode(data, type=Passed))

    @property
    def sent(self) -> list[TurnJob]:
        """What lies on the queue."""
        stream = self.hub.streams.streams.get("BOTS")
        messages = [] if stream is None else stream.messages.values()
        return [msgspec.msgpack.decode(message.data, type=TurnJob) for message in messages]

    async def happens(self, *content: msgspec.Struct) -> None:
        """These events, after those before."""
        await self.table.apply(None, events(*content))


def in_world(story: Callable[[World], Awaitable[None]]) -> None:
    """Runs a story in virtual time."""

    async def run() -> None:
        world = World()
        await story(world)
        assert not world.running.done()
        world.running.cancel()

    run_virtual(run)


def test_a_job_is_on_the_queue_at_once_and_once() -> None:
    async def story(world: World) -> None:
        await world.happens(started(), turn(0, "a1"))
        await asyncio.sleep(0.1)
        assert world.sent == [TurnJob(GAME, STRONG, 2)]
        await asyncio.sleep(AGAIN_AFTER_S - 1)
        assert len(world.sent) == 1

    in_world(story)


def test_a_job_that_leads_to_nothing_comes_again_ever_more_seldom() -> None:
    async def story(world: World) -> None:
        await world.happens(started(), turn(0, "a1"))
        counts = []
        for _ in range(4):
            await asyncio.sleep(AGAIN_AFTER_S + SWEEP_EVERY_S)
            counts.append(len(world.sent))
        assert counts == [2, 2, 3, 3]

    in_world(story)


def test_what_is_done_does_not_come_again() -> None:
    async def story(world: World) -> None:
        await world.happens(started(), turn(0, "a1"))
        await asyncio.sleep(0.1)
        await world.happens(started(), turn(0, "a1"), turn(1, "b2"))
        await asyncio.sleep(10 * AGAIN_AFTER_S)
        assert len(world.sent) == 1
        assert world.passed == [Passed(GAME, 3)]
        await world.happens(started(), turn(0, "a1"), turn(1, "b2"), over())
        await asyncio.sleep(0.1)
        assert world.passed == [Passed(GAME, 3), Passed(GAME, None)]
        assert len(world.dispatch) == 0

    in_world(story)


def test_a_job_waits_for_a_queue_that_is_away_or_gone() -> None:
    async def story(world: World) -> None:
        world.hub.stop()
        await world.happens(started(), turn(0, "a1"))
        await asyncio.sleep(SWEEP_EVERY_S)
        world.hub.start()
        await asyncio.sleep(2 * SWEEP_EVERY_S)
        assert world.sent == [TurnJob(GAME, STRONG, 2)]
        del world.hub.streams.streams["BOTS"]
        await asyncio.sleep(AGAIN_AFTER_S + SWEEP_EVERY_S)
        assert world.sent == [TurnJob(GAME, STRONG, 2)]

    in_world(story)


def test_a_rebuild_sends_nothing() -> None:
    async def story(world: World) -> None:
        played = [started(), turn(0, "a1"), turn(1, "b2"), turn(0, "a2")]
        await world.happens(*played)
        await asyncio.sleep(0.1)
        world.dispatch.pause()
        world.table.games.clear()
        for upto in range(1, 5):
            await world.happens(*played[:upto])
            await asyncio.sleep(0.5)
        world.dispatch.resume()
        await asyncio.sleep(0.1)
        assert (world.sent, world.passed) == ([TurnJob(GAME, STRONG, 4)], [])
        await asyncio.sleep(AGAIN_AFTER_S)
        assert len(world.sent) == 2

    in_world(story)
