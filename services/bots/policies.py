"""When a computer is to act, a job is put on the queue; when a game moves on, its jobs pass."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec

from libs.bus import Bus, BusError, StreamMissingError, StreamSpec
from libs.contracts.bots import BotJob, Passed, TurnJob
from libs.contracts.ids import GameId
from libs.runtime.logs import get_logger
from services.bots.decider.seated import Seated, has_passed, jobs_of

JOBS: Final = StreamSpec("BOTS", ("jobs.bots.*",), max_age_s=3600.0, is_work_queue=True)

AGAIN_AFTER_S: Final = 6.0
"""A job that has led to nothing for so long is put on the queue again, then ever more seldom."""
AGAIN_AT_LEAST_EVERY_S: Final = 300.0
SWEEP_EVERY_S: Final = 2.0
AT_ONCE: Final = 64

_pack = msgspec.msgpack.Encoder().encode


class JobQueue:
    """The way onto the work queue, which is made (again) when it is missing."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def put(self, job: BotJob, msg_id: str) -> None:
        """Stores a job; the same id within two minutes is stored once. Raises BusError."""
        subject, data = f"jobs.bots.{job.__struct_config__.tag}", _pack(job)
        try:
            await self._bus.streams.publish(subject, data, msg_id)
        except StreamMissingError:
            await self._bus.streams.ensure(JOBS)
            await self._bus.streams.publish(subject, data, msg_id)


class Asked(msgspec.Struct, frozen=True):
    """How often a job was put on the queue, and when it will be again."""

    times: int
    again_s: float


class Dispatch:
    """Keeps every job that is due on the queue: at once, and again whenever nothing comes of it.

    That it may come twice does no harm: the owner of a game takes one turn for a position.
    """

    def __init__(self, bus: Bus, queue: JobQueue, monotonic: Callable[[], float]) -> None:
        self._bus = bus
        self._queue = queue
        self._monotonic = monotonic
        self._due: dict[GameId, list[TurnJob]] = {}
        self._asked: dict[TurnJob, Asked] = {}
        self._changed: set[GameId] = set()
        self._wake = asyncio.Event()
        self._is_paused = False
        self._log = get_logger(service="bots")

    def __len__(self) -> int:
        return len(self._due)

    def changed(self, changes: Mapping[GameId, tuple[Seated | None, Seated | None]]) -> None:
        """Seats have changed; who thinks about what has passed is told."""
        for game, (before, after) in changes.items():
            dropped = self._due.pop(game, [])
            jobs = [] if after is None else jobs_of(after)
            if jobs:
                self._due[game] = jobs
                self._changed.add(game)
            if not self._is_paused:
                self._forget(job for job in dropped if job not in jobs)
                if has_passed(before, after):
                    self._tell(Passed(game, None if after is None else after.position))
        self._wake.set()

    def _forget(self, jobs: Iterable[TurnJob]) -> None:
        for job in jobs:
            self._asked.pop(job, None)

    def _tell(self, passed: Passed) -> None:
        """Who does not hear of it thinks in vain, no more."""
        self._bus.publish("bots.passed", _pack(passed))

    def pause(self) -> None:
        """Put nothing on the queue: the seats are being made again from old events."""
        self._is_paused = True

    def resume(self) -> None:
        """The seats are those of the present again; what was on the queue before still is."""
        self._is_paused = False
        due = {job for jobs in self._due.values() for job in jobs}
        self._forget(self._asked.keys() - due)
        self._wake.set()

    async def run(self) -> None:
        """For ever; what it raises ends the loop, its keeper begins it again."""
        next_sweep_s = 0.0
        while True:
            await self._sleep()
            if self._is_paused:
                continue
            games, self._changed = self._changed, set()
            if self._monotonic() >= next_sweep_s:
                games = set(self._due)
                next_sweep_s = self._monotonic() + SWEEP_EVERY_S
            await self._put_all(games)

    async def _sleep(self) -> None:
        try:
            async with asyncio.timeout(SWEEP_EVERY_S):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    async def _put_all(self, games: Iterable[GameId]) -> None:
        now_s = self._monotonic()
        due = [job for game in games for job in self._due.get(game, [])]
        jobs = [job for job in due if job not in self._asked or self._asked[job].again_s <= now_s]
        for begin in range(0, len(jobs), AT_ONCE):
            await asyncio.gather(*map(self._put, jobs[begin : begin + AT_ONCE]))

    async def _put(self, job: TurnJob) -> None:
        """What can't be stored now is tried by the next sweep."""
        before = self._asked.get(job, Asked(0, 0.0))
        times = before.times + 1
        try:
            await self._queue.put(job, msg_id_of(job, times))
        except BusError as error:
            self._log.warning("a job is not on the queue", game=job.game, error=str(error))
            return
        pause_s = min(AGAIN_AFTER_S * 2 ** min(before.times, 16), AGAIN_AT_LEAST_EVERY_S)
        if job in self._due.get(job.game, []):
            self._asked[job] = Asked(times, self._monotonic() + pause_s)
        if times > 1:
            self._log.info("a job is on the queue again", game=job.game, times=times)


def msg_id_of(job: TurnJob, times: int) -> str:
    """The message's id: a job put on the queue by two instances is one, a repeated one is not."""
    offer = "" if job.offer is None else f":{job.offer}"
    again = "" if times == 1 else f"/{times}"
    return f"{job.game}:{job.position}{offer}{again}"
