"""Computers play, once for each position, whatever dies meanwhile."""

import asyncio
import os
import random
import signal
from typing import Any

import msgspec
import pytest

from libs.contracts.bots import TurnJob
from libs.contracts.games import Resign
from libs.contracts.ids import bot_player
from libs.testkit.eventually import eventually
from services.bots import policies
from tests.integration.behind import until
from tests.integration.bots.practice import House, Practice

LONG = {"strong_seconds": 30.0}
"""So long that it is always in the middle of a search."""


def outcome(bots: Any, kind: str, name: str) -> int:
    """How many jobs of a kind came to that."""
    return int(bots.figures.outcomes.child(kind, name).read())


async def own_turns(practice: Practice) -> list[str]:
    """The ids of the commands by which the computer has played."""
    return [i for actor, i in await practice.turns_by_position() if actor.startswith("bot:")]


async def test_a_computer_that_begins_plays_and_answers(house: House) -> None:
    await house.start_bots()
    practice = await house.begin(seat=1)
    await practice.play()
    await practice.until_turns(3)
    actors = [actor for actor, _ in await practice.turns_by_position()]
    assert actors == ["bot:strong", "00-annannannannann", "bot:strong"]


async def test_a_turn_comes_once_though_its_worker_is_killed_in_the_middle(house: House) -> None:
    bots = await house.start_bots(strong_seconds=1.5)
    practice = await house.begin(seat=1)
    await eventually(lambda: bots.pool.figures().busy == 1)
    os.kill(bots.pool.pids()[0], signal.SIGKILL)
    await practice.until_turns(1)
    await practice.play()
    await practice.until_turns(3)
    assert bots.pool.figures().deaths == 1
    commands = await own_turns(practice)
    assert len(commands) == len(set(commands)) == 2


async def test_another_instance_takes_over_when_one_is_killed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "AGAIN_AFTER_S", 600.0)  # no other way leads to the heir
    environment = {**house.settings, **LONG}
    for name, value in environment.items():
        monkeypatch.setenv(name.upper(), str(value))
    doomed = await house.behind.start_process("bots")
    practice = await house.begin(seat=1)
    heir = await house.start_bots()
    await asyncio.sleep(0.5)
    assert await own_turns(practice) == []
    doomed.kill()
    await practice.until_turns(1, within_s=20.0)
    await practice.play()
    await practice.until_turns(3)
    commands = await own_turns(practice)
    assert len(commands) == len(set(commands)) == 2
    assert outcome(heir, "turn", "played") == 2


async def test_jobs_wait_while_no_instance_runs(house: House) -> None:
    practice = await house.begin(seat=1)
    await house.start_bots()
    await practice.until_turns(1)


async def test_a_job_that_comes_again_and_again_is_one_turn(house: House) -> None:
    bots = await house.start_bots()
    practice = await house.begin(seat=1)
    job = msgspec.msgpack.encode(TurnJob(practice.game, bot_player("strong"), 1))
    publish = house.behind.bus.streams.publish
    for number in range(3):
        await publish("jobs.bots.turn", job, f"again-{practice.game}-{number}")
    await practice.until_turns(1)
    await publish("jobs.bots.turn", job, f"late-{practice.game}")
    await eventually(lambda: outcome(bots, "turn", "passed") >= 1)
    assert await own_turns(practice) == [f"turn-{practice.game}-1"]


async def test_a_search_is_called_off_when_the_turn_is_taken_back(house: House) -> None:
    bots = await house.start_bots(**LONG)
    practice = await house.begin()
    await practice.play()
    await eventually(lambda: bots.pool.figures().busy == 1)
    await practice.take_back()
    await eventually(lambda: bots.pool.figures().cancelled == 1 and outcome(bots, "turn", "passed"))
    await eventually(lambda: bots.pool.figures().busy == 0)
    assert await own_turns(practice) == []


async def test_a_search_is_called_off_when_the_other_resigns(house: House) -> None:
    bots = await house.start_bots(**LONG)
    practice = await house.begin()
    await practice.play()
    await eventually(lambda: bots.pool.figures().busy == 1)
    assert (await practice.command(Resign())).code is None
    await eventually(lambda: bots.pool.figures().cancelled == 1 and outcome(bots, "turn", "passed"))


async def test_a_turn_after_one_taken_back_is_answered_anew(house: House) -> None:
    await house.start_bots()
    practice = await house.begin()
    await practice.play()
    await practice.until_turns(2)
    await practice.take_back()
    await practice.play(chance=random.Random(8))
    await practice.until_turns(2)
    assert len(set(await own_turns(practice))) == 2


async def test_jobs_that_were_lost_are_put_on_the_queue_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "AGAIN_AFTER_S", 0.5)
    reader = await house.start_bots()
    for work in reader._work:
        await work.stop()
    practice = await house.begin(seat=1)
    jobs: list[bytes] = []
    house.behind.bus.subscribe("jobs.bots.turn", lambda _subject, data: jobs.append(data))
    await eventually(lambda: len(jobs) >= 1)
    await house.behind.bus.streams.delete("BOTS")
    await house.start_bots()
    await practice.until_turns(1)
    assert len(await own_turns(practice)) == 1


async def test_what_the_rules_refuse_is_counted_and_nothing_is_resigned(house: House) -> None:
    bots = await house.start_bots(bot_engines="tests.integration.bots.odd")
    practice = await house.begin(seat=1)
    await eventually(lambda: outcome(bots, "turn", "refused") == 1)
    assert await practice.kinds() == ["games.game_started"]


async def test_an_engine_that_fails_lets_the_game_go_on_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "AGAIN_AFTER_S", 0.5)
    bots = await house.start_bots(bot_engines="tests.integration.bots.odd")
    practice = await house.begin("three", seat=1)
    await eventually(lambda: outcome(bots, "turn", "unanswerable") == 1)
    await house.behind.stop(bots)
    await house.start_bots()
    await practice.until_turns(1, within_s=20.0)


async def test_a_computer_lets_its_stone_be_seen_moving(house: House) -> None:
    await house.start_bots(bot_least_delay_ms=400, bot_most_delay_ms=700)
    practice = await house.begin(strength="easy", seat=1)
    await practice.until_turns(1)
    seen = await practice.seen()
    assert seen.events[1].at_ms - seen.events[0].at_ms >= 400


async def test_no_turn_of_twenty_games_at_once_waits_over_six_seconds(house: House) -> None:
    await house.start_bots(bot_workers=2, strong_seconds=1.0)
    practices = [await house.begin(seat=1) for _ in range(20)]

    async def play(practice: Practice) -> None:
        for turns in (1, 3):
            await practice.until_turns(turns, within_s=30.0)
            await practice.play()

    await asyncio.gather(*map(play, practices))
    for practice in practices:
        seen = await practice.seen()
        commands = await own_turns(practice)
        assert len(commands) == len(set(commands)) >= 2
        waits = [
            event.at_ms - seen.events[place].at_ms
            for place, event in enumerate(seen.events[1:])
            if place % 2 == 0
        ]
        assert max(waits) <= 6_000


async def test_a_finished_game_leaves_nothing_behind(house: House) -> None:
    await house.start_bots()
    practice = await house.begin()
    while not (await practice.until_own_turn()).is_over():
        await practice.play()

    async def is_empty() -> bool:
        return not await house.behind.rows("bots", "SELECT * FROM games")

    await until(is_empty)
