"""Which games count, and which day it is in Berlin."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.ratings.decider import berlin_day, counts, play_ms

START, END, PAUSE, ON, TURN = (
    "games.game_started",
    "games.game_ended",
    "games.pause_began",
    "games.pause_over",
    "games.turn_played",
)


@pytest.mark.parametrize(
    ("plies", "ms", "does_count"),
    [
        (10, 0, True),
        (9, 0, False),
        (9, 179_999, False),
        (9, 180_000, True),
        (0, 180_000, True),
        (400, 1, True),
    ],
)
def test_ten_plies_or_three_minutes(plies: int, ms: int, does_count: bool) -> None:  # noqa: FBT001  a table's column
    assert counts(plies, ms) is does_count


@pytest.mark.parametrize(
    ("events", "ms"),
    [
        ([(START, 100), (END, 350)], 250),
        ([(START, 0), (TURN, 10), (PAUSE, 100), (ON, 400), (TURN, 450), (END, 500)], 200),
        ([(START, 0), (PAUSE, 100), (END, 900)], 100),
        ([(START, 0), (PAUSE, 5), (ON, 7), (PAUSE, 9), (ON, 20), (END, 21)], 8),
        ([(START, 0)], 0),
        ([], 0),
    ],
)
def test_pauses_are_not_played(events: list[tuple[str, int]], ms: int) -> None:
    assert play_ms(events) == ms


def ms(text: str) -> int:
    """An instant, given in UTC."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("utc", "day"),
    [
        ("2026-01-15T22:59:59.999", "2026-01-15"),
        ("2026-01-15T23:00", "2026-01-16"),
        ("2026-07-15T21:59:59.999", "2026-07-15"),
        ("2026-07-15T22:00", "2026-07-16"),
        # 29 March has 23 hours, 25 October has 25.
        ("2026-03-28T22:59:59.999", "2026-03-28"),
        ("2026-03-28T23:00", "2026-03-29"),
        ("2026-03-29T21:59:59.999", "2026-03-29"),
        ("2026-03-29T22:00", "2026-03-30"),
        ("2026-10-24T21:59:59.999", "2026-10-24"),
        ("2026-10-24T22:00", "2026-10-25"),
        ("2026-10-25T22:59:59.999", "2026-10-25"),
        ("2026-10-25T23:00", "2026-10-26"),
        ("2026-12-31T23:00", "2027-01-01"),
    ],
)
def test_a_day_begins_at_midnight_in_berlin(utc: str, day: str) -> None:
    assert berlin_day(ms(utc)) == day


@given(st.integers(ms("2002-01-01T00:00"), ms("2037-12-31T00:00")))
def test_it_agrees_with_the_table_of_zones(at_ms: int) -> None:
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at_ms)
    assert berlin_day(at_ms) == at.astimezone(ZoneInfo("Europe/Berlin")).date().isoformat()
