"""A batch of a game's events leads to the deadline that they lead to one by one."""

import asyncio
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from libs.contracts.games import (
    ClockCredited,
    ClockReading,
    DrawOffered,
    PauseBegan,
    PauseOver,
    Unveiled,
)
from libs.contracts.ids import GameId
from libs.eventstore.records import PublicEvent
from libs.testkit.builders import ended, public_events, started, turn
from services.clocks.decider import Deadline, Deadlines
from services.clocks.projections import DeadlineTable

GAMES = [GameId("00-aaaaaaaaaaaaaaaa"), GameId("00-bbbbbbbbbbbbbbbb")]
ANY = st.sampled_from([
    turn(0, "a1", (170_000, 180_000)),
    turn(1, "d7", (160_000, 150_000)),
    DrawOffered(0),
    PauseBegan(90_000, ClockReading((170_000, 160_000), None)),
    PauseBegan(None, ClockReading((170_000, 160_000), None)),
    PauseOver(ClockReading((170_000, 160_000), 1)),
    Unveiled(0, ClockReading((170_000, 160_000), 0)),
    ClockCredited(1_000, 2_500, "takeover", 4_000),
    ended(0),
])  # fmt: skip


def after(batches: Sequence[Sequence[PublicEvent]]) -> list[Deadline | None]:
    deadlines = Deadlines()
    table = DeadlineTable(deadlines, lambda: None)

    async def apply() -> None:
        for batch in batches:
            await table.apply(None, batch)

    asyncio.run(apply())
    return [deadlines.get(game) for game in GAMES]


@given(st.lists(st.lists(ANY, max_size=8), min_size=2, max_size=2), st.integers(0, 20))
def test_a_batch_means_what_its_events_mean(stories: list[list[object]], cut: int) -> None:
    of_games = [
        public_events(game, [started(), *story])  # type: ignore[list-item]  # all are structs
        for game, story in zip(GAMES, stories, strict=True)
    ]
    events = sorted((e for story in of_games for e in story), key=lambda e: (e.version, e.stream))
    one_by_one = after([[event] for event in events])
    assert after([events]) == one_by_one
    assert after([events[:cut], events[max(0, cut - 3) :]]) == one_by_one, "some of them twice"
