"""What the owner's answer means for the next claim; the alarm sleeps until it is due."""

import asyncio
from collections.abc import Iterator

import msgspec

from libs.bus import MemoryBus, MemoryHub, Request
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import ClaimFlag, GameCommand
from libs.contracts.ids import GameId
from libs.runtime.metrics import Metrics
from libs.testkit.virtual_time import START_MS, run_virtual, virtual_now_ms
from services.clocks.decider import Deadline, Deadlines
from services.clocks.policies import CONFIRM_MS, TRY_AGAIN_MS, Claims
from services.clocks.tasks import Alarm

GAME = GameId("0a-game")
DUE_MS = START_MS + 60_000
FLAG = Deadline(GAME, 7, 5, left_ms=60_000, due_ms=DUE_MS)


class Owner:
    """Answers claims on `cmd.games.10` as told, and notes when they came."""

    def __init__(self, bus: MemoryBus, *answers: Answer) -> None:
        self._answers: Iterator[Answer] = iter(answers)
        self.came_ms: list[int] = []
        self.envelopes: list[CommandEnvelope] = []
        bus.serve("cmd.games.10", self._on_claim)

    def _on_claim(self, request: Request) -> None:
        self.came_ms.append(virtual_now_ms() - START_MS)
        self.envelopes.append(msgspec.msgpack.decode(request.payload, type=CommandEnvelope))
        request.respond(msgspec.msgpack.encode(next(self._answers)))


def claims(bus: MemoryBus) -> Claims:
    family = Metrics().figures.tallies("claims", "Claims", "kind", "answer")
    return Claims(bus, virtual_now_ms, family)


async def run_for(seconds: float, *answers: Answer) -> Owner:
    """One deadline, watched for some virtual time."""
    hub = MemoryHub()
    bus = MemoryBus(hub)
    owner = Owner(MemoryBus(hub), *answers)
    deadlines = Deadlines()
    deadlines.update({GAME: FLAG})
    alarm = Alarm(deadlines, claims(bus).claim, virtual_now_ms, 100)
    task = asyncio.create_task(alarm.run())
    await asyncio.sleep(seconds)
    task.cancel()
    return owner


def test_a_claim_names_the_position_and_comes_just_after_the_deadline() -> None:
    owner = run_virtual(lambda: run_for(62, Answer()))
    assert len(owner.came_ms) == 1
    assert 60_100 <= owner.came_ms[0] <= 60_150
    (envelope,) = owner.envelopes
    assert envelope.actor == "service:clocks"
    assert msgspec.msgpack.decode(envelope.command, type=GameCommand) == ClaimFlag(5)


def test_an_early_claim_is_repeated_when_the_rest_is_over() -> None:
    early = Answer("flag_not_fallen", detail={"remaining_ms": 5_000})
    owner = run_virtual(lambda: run_for(66, early, Answer()))
    assert [round(ms, -2) for ms in owner.came_ms] == [60_100, 65_100]


def test_an_accepted_claim_is_repeated_if_nothing_follows_from_it() -> None:
    owner = run_virtual(lambda: run_for(60 + 2 * CONFIRM_MS / 1000, Answer(), Answer()))
    assert len(owner.came_ms) == 2
    ids = [envelope.command_id for envelope in owner.envelopes]
    assert len(set(ids)) == 2


def test_while_nobody_answers_it_is_tried_again() -> None:
    async def story() -> int:
        bus = MemoryBus(MemoryHub())
        return await claims(bus).claim(FLAG)

    assert run_virtual(story) == TRY_AGAIN_MS


def test_nothing_is_claimed_while_old_deadlines_are_made_again() -> None:
    async def story() -> list[int]:
        hub = MemoryHub()
        owner = Owner(MemoryBus(hub), Answer(), Answer())
        deadlines = Deadlines()
        alarm = Alarm(deadlines, claims(MemoryBus(hub)).claim, virtual_now_ms, 0)
        task = asyncio.create_task(alarm.run())
        alarm.pause()
        deadlines.update({GAME: FLAG})
        alarm.wake()
        await asyncio.sleep(70)
        assert owner.came_ms == []
        alarm.resume()
        await asyncio.sleep(1)
        task.cancel()
        return owner.came_ms

    assert run_virtual(story) == [70_000]
