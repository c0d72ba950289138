"""When a computer is to act, folded from public events."""

import msgspec
import pytest

from libs.contracts.bots import TurnJob
from libs.contracts.games import Dealt, DrawDeclined, PauseBegan, PauseOver
from libs.testkit.builders import started as started_between_people
from services.bots.decider.seated import Seated, has_passed, jobs_of
from services.bots.projections import SeatTable
from tests.unit.services.bots.practice import (
    GAME,
    IDLE,
    STRONG,
    events,
    offered,
    over,
    started,
    taken_back,
    turn,
)


async def seated_after(*content: msgspec.Struct) -> Seated | None:
    """The computer's seat after these events, read in one batch and one by one."""
    together, apart = SeatTable(lambda _: None), SeatTable(lambda _: None)
    relayed = events(*content)
    await together.apply(None, relayed)
    for event in relayed:
        await apart.apply(None, [event])
        await apart.apply(None, [event])
    assert together.games == apart.games
    return together.games.get(GAME)


async def jobs_after(*content: msgspec.Struct) -> list[TurnJob]:
    """What the computer is to do after these events."""
    seated = await seated_after(*content)
    return [] if seated is None else jobs_of(seated)


@pytest.mark.parametrize(("seat", "jobs"), [(0, [TurnJob(GAME, STRONG, 1)]), (1, [])])
async def test_the_computer_begins_if_it_has_the_first_seat(seat: int, jobs: list[TurnJob]) -> None:
    assert await jobs_after(started(seat)) == jobs


async def test_after_the_others_turn_the_computer_is_to_act_and_after_its_own_not() -> None:
    assert await jobs_after(started(), turn(0, "a1")) == [TurnJob(GAME, STRONG, 2)]
    assert await jobs_after(started(), turn(0, "a1"), turn(1, "b2")) == []


async def test_who_takes_a_turn_back_is_to_act_again() -> None:
    played = [started(), turn(0, "a1"), taken_back(1, plies=1)]
    assert await jobs_after(*played) == []
    assert await jobs_after(*played, turn(0, "b2")) == [TurnJob(GAME, STRONG, 4)]


async def test_after_a_deal_the_owner_is_asked_and_in_a_pause_nobody() -> None:
    dealt = Dealt(None, "", IDLE)
    start = started(1, key="hanse")
    assert await jobs_after(start) == []
    assert await jobs_after(start, dealt) == [TurnJob(GAME, STRONG, 2)]
    pause = PauseBegan(20_000, IDLE)
    assert await jobs_after(start, dealt, turn(0, "a"), pause) == []
    again = [start, dealt, turn(0, "a"), pause, PauseOver(IDLE), dealt]
    assert await jobs_after(*again) == [TurnJob(GAME, STRONG, 6)]


async def test_an_offer_waits_for_its_answer_until_a_turn_or_a_refusal() -> None:
    offer = TurnJob(GAME, STRONG, 1, 2)
    assert await jobs_after(started(), offered(0)) == [offer]
    assert await jobs_after(started(), offered(1)) == []
    assert await jobs_after(started(), offered(0), DrawDeclined(1, 2)) == []
    assert await jobs_after(started(), offered(0), turn(0, "a1")) == [TurnJob(GAME, STRONG, 3)]


async def test_an_offer_in_the_computers_turn_is_one_more_job() -> None:
    jobs = await jobs_after(started(), turn(0, "a1"), offered(0))
    assert jobs == [TurnJob(GAME, STRONG, 2, 3), TurnJob(GAME, STRONG, 2)]


async def test_a_finished_game_and_one_between_people_leave_no_trace() -> None:
    assert await seated_after(started(), turn(0, "a1"), over()) is None
    assert await seated_after(started_between_people(), turn(0, "a1")) is None


async def test_only_another_position_or_the_end_is_a_passing() -> None:
    before = await seated_after(started(), turn(0, "a1"))
    offer = await seated_after(started(), turn(0, "a1"), offered(0))
    later = await seated_after(started(), turn(0, "a1"), turn(1, "b2"))
    assert not has_passed(None, before)
    assert not has_passed(before, offer)
    assert has_passed(before, later)
    assert has_passed(before, None)
