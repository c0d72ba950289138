"""What a game waits for after each of its events, and the heap of what is due."""

import msgspec

from libs.contracts.games import ClaimFlag, ClockReading, EndPause
from libs.contracts.ids import GameId
from libs.timing import REST_MS, Clock, TimeControl
from services.clocks.decider import (
    CREDITED,
    ENDED,
    PAUSED,
    RESUMED,
    STARTED,
    UNVEILED,
    Deadline,
    Deadlines,
    Happened,
    evolve,
    initial_state,
)

GAME, OTHER = GameId("00-a"), GameId("01-b")
TURN, TAKEN_BACK, DEALT = "games.turn_played", "games.turns_taken_back", "games.dealt"
BOTH = (60_000, 50_000)


def happened(kind: str, version: int, at_ms: int, running: int | None = 0) -> Happened:
    return Happened(kind, version, at_ms, ClockReading(BOTH, running))


def fold(*events: Happened) -> Deadline | None:
    state = initial_state()
    for event in events:
        state = evolve(GAME, state, event)
    return state


def test_after_the_start_the_first_side_thinks() -> None:
    waits = fold(happened(STARTED, 1, 1_000))
    assert waits == Deadline(GAME, 1, 1, left_ms=60_000, due_ms=61_000)
    assert waits is not None
    assert waits.claim() == ClaimFlag(1)


def test_a_turn_or_a_deal_makes_a_new_position() -> None:
    turn = fold(happened(STARTED, 1, 0), happened(TURN, 2, 5_000, running=1))
    assert turn == Deadline(GAME, 2, 2, left_ms=50_000, due_ms=55_000)
    dealt = fold(happened(STARTED, 1, 0, running=None), happened(DEALT, 2, 5_000))
    assert dealt == Deadline(GAME, 2, 2, left_ms=60_000, due_ms=65_000)


def test_the_deadline_is_the_one_that_the_owner_will_judge_by() -> None:
    clock = Clock.start(TimeControl(60_000, 1_000), 0, 1_000).press(1, 8_000, credit_ms=300)
    waits = evolve(GAME, None, Happened(TURN, 2, 8_000, ClockReading.of(clock)))
    assert waits is not None
    assert waits.due_ms == clock.due_at_ms()
    credited = clock.credit(9_000, 12_000)
    waits = evolve(GAME, waits, Happened(CREDITED, 3, 12_000, since_ms=credited.since_ms))
    assert waits is not None
    assert waits.due_ms == credited.due_at_ms()


def test_a_credit_keeps_the_position() -> None:
    waits = fold(
        happened(STARTED, 1, 0),
        Happened(CREDITED, 2, 9_000, since_ms=4_000),
        Happened(CREDITED, 3, 12_000, since_ms=7_000),
    )
    assert waits == Deadline(GAME, 3, 1, left_ms=60_000, due_ms=67_000)


def test_a_pause_ends_by_its_own_name_and_gives_the_position_back() -> None:
    paused = fold(
        happened(STARTED, 1, 0),
        happened(TURN, 2, 1_000, running=None),
        Happened(PAUSED, 3, 1_000, ClockReading(BOTH, None), until_ms=31_000),
    )
    assert paused == Deadline(GAME, 3, 2, pause=3, due_ms=31_000)
    assert paused is not None
    assert paused.claim() == EndPause(3)
    resumed = evolve(GAME, paused, happened(RESUMED, 4, 31_050, running=1))
    assert resumed == Deadline(GAME, 4, 2, left_ms=50_000, due_ms=81_050)


def test_while_nobody_thinks_nothing_is_due_for_a_week() -> None:
    waits = fold(happened(STARTED, 1, 0, running=None))
    assert waits == Deadline(GAME, 1, 1, due_ms=REST_MS)


def test_a_lifted_curtain_makes_the_side_think_at_the_same_position() -> None:
    veiled = fold(happened(STARTED, 1, 0, running=None), happened(DEALT, 2, 10, running=None))
    assert veiled == Deadline(GAME, 2, 2, due_ms=10 + REST_MS)
    thinks = evolve(GAME, veiled, happened(UNVEILED, 3, 90_000, running=1))
    assert thinks == Deadline(GAME, 3, 2, left_ms=50_000, due_ms=140_000)
    assert thinks is not None
    assert thinks.claim() == ClaimFlag(2)
    credited = evolve(GAME, veiled, Happened(CREDITED, 3, 50, since_ms=40))
    assert credited == Deadline(GAME, 3, 2, due_ms=10 + REST_MS), "nothing to credit"


def test_a_pause_that_waits_for_people_at_one_device_is_not_ended_but_not_kept_for_ever() -> None:
    turn = happened(TURN, 2, 1_000, running=None)
    waiting = Happened(PAUSED, 3, 1_000, ClockReading(BOTH, None), until_ms=None)
    waits = fold(happened(STARTED, 1, 0), turn, waiting)
    assert waits == Deadline(GAME, 3, 2, due_ms=1_000 + REST_MS)
    assert waits is not None
    assert waits.claim() == ClaimFlag(2)


def test_after_the_end_there_is_nothing_to_wait_for() -> None:
    assert fold(happened(STARTED, 1, 0), happened(ENDED, 2, 5, running=None)) is None


def test_a_repeated_event_changes_nothing() -> None:
    first, second = happened(STARTED, 1, 0), happened(TURN, 2, 5_000, running=1)
    assert fold(first, second, first, second) == fold(first, second)


def test_what_was_replaced_is_not_due() -> None:
    deadlines = Deadlines()
    deadlines.update({GAME: Deadline(GAME, 1, 1, left_ms=5, due_ms=10)})
    deadlines.update({GAME: Deadline(GAME, 2, 2, left_ms=5, due_ms=20)})
    assert deadlines.pop_due(15, limit=9) == []
    (due,) = deadlines.pop_due(20, limit=9)
    assert due.version == 2
    assert deadlines.pop_due(10**15, limit=9) == []


def test_the_first_due_comes_first_and_not_more_than_asked_for() -> None:
    deadlines = Deadlines()
    games = {GameId(f"00-{due}"): due for due in (30, 10, 20)}
    deadlines.update({g: Deadline(g, 1, 1, left_ms=1, due_ms=due) for g, due in games.items()})
    assert deadlines.next_ms() == 10
    assert [d.due_ms for d in deadlines.pop_due(99, limit=2)] == [10, 20]
    assert [d.due_ms for d in deadlines.pop_due(99, limit=2)] == [30]


def test_what_was_claimed_in_vain_is_armed_again_unless_it_was_replaced() -> None:
    deadlines = Deadlines()
    first = Deadline(GAME, 1, 1, left_ms=5, due_ms=10)
    deadlines.update({GAME: first})
    deadlines.pop_due(10, limit=9)
    deadlines.rearm(first, 40)
    assert deadlines.pop_due(40, limit=9) == [first]
    deadlines.update({GAME: None})
    deadlines.rearm(first, 50)
    assert deadlines.pop_due(99, limit=9) == []
    assert deadlines.next_ms() is None


def test_old_entries_do_not_pile_up() -> None:
    deadlines = Deadlines()
    for version in range(1, 2_000):
        deadlines.update({OTHER: Deadline(OTHER, version, version, left_ms=1, due_ms=10**9)})
    assert deadlines.entries < 100
    assert len(deadlines) == 1


def idle(kind: str, version: int) -> Happened:
    return Happened(kind, version, 1_000 * version, ClockReading((0, 0), None), until_ms=9_000)


def test_a_practice_game_waits_for_nothing() -> None:
    for kind in (STARTED, TURN, TAKEN_BACK, DEALT):
        assert fold(idle(kind, 1)) is None
    waiting = msgspec.structs.replace(idle(PAUSED, 3), until_ms=None)
    assert fold(idle(STARTED, 1), idle(TURN, 2), waiting) is None
    assert fold(idle(STARTED, 1), idle(TURN, 2), waiting, idle(RESUMED, 4)) is None


def test_an_old_practice_game_waits_for_the_end_of_a_pause_that_ends_by_time() -> None:
    paused = fold(idle(STARTED, 1), idle(TURN, 2), idle(PAUSED, 3))
    assert paused is not None
    assert (paused.due_ms, paused.claim()) == (9_000, EndPause(3))
    assert evolve(GAME, paused, idle(RESUMED, 4)) is None


def test_a_turn_taken_back_makes_a_new_position() -> None:
    waits = fold(happened(STARTED, 1, 0), happened(TAKEN_BACK, 2, 5_000, running=0))
    assert waits == Deadline(GAME, 2, 2, left_ms=60_000, due_ms=65_000)
