"""Filters of one's games: what is asked for is understood, what is wrong is refused by name."""

from datetime import UTC, datetime

import pytest

from libs.contracts.archive import GameFilter
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.refusals import TEXTS
from services.gateway.decider.filters import before_of, filter_of
from services.gateway.decider.refusals import RefusedError


def ms(year: int, month: int, day: int, hour: int = 0) -> int:
    """An instant by UTC."""
    return int(datetime(year, month, day, hour, tzinfo=UTC).timestamp()) * 1_000


def test_nothing_asked_for_is_everything() -> None:
    assert filter_of({}) == filter_of(dict.fromkeys(("game", "since"), "")) == GameFilter()


def test_all_that_can_be_asked_for() -> None:
    query = {
        "game": "hanse",
        "opponent": "01-benbenbenbenben",
        "result": "won",
        "kind": "rated",
        "since": "2026-11-01",
        "until": "2026-11-30",
    }
    assert filter_of(query) == GameFilter(
        "hanse",
        PlayerId("01-benbenbenbenben"),
        "won",
        "rated",
        ms(2026, 11, 1),
        ms(2026, 12, 1),
    )


def test_computers_are_opponents_by_their_strength() -> None:
    assert filter_of({"opponent": "bot:strong"}).opponent == "bot:strong"


@pytest.mark.parametrize(
    ("text", "at_ms"),
    [
        ("2026-11-30T12:00:00Z", ms(2026, 11, 30, 12)),
        ("2026-11-30T12:00:00+01:00", ms(2026, 11, 30, 11)),
        ("2026-11-30T12:00", ms(2026, 11, 30, 12)),
    ],
)
def test_an_instant_means_itself(text: str, at_ms: int) -> None:
    assert filter_of({"since": text}).since_ms == at_ms
    assert filter_of({"until": text}).until_ms == at_ms


@pytest.mark.parametrize(
    ("code", "query"),
    [
        ("bad_filter", {"game": "chess"}),
        ("bad_filter", {"game": "mills'--"}),
        ("bad_filter", {"result": "win"}),
        ("bad_filter", {"kind": "hot"}),
        ("bad_opponent", {"opponent": "bot:godlike"}),
        ("bad_opponent", {"opponent": "Ben"}),
        ("bad_opponent", {"opponent": "01-" + "x" * 100}),
        ("bad_dates", {"since": "yesterday"}),
        ("bad_dates", {"since": "2026-02-30"}),
        ("bad_dates", {"until": "9999-12-31"}),
        ("bad_dates", {"since": "0001-01-01T00:00:00+05:00"}),
        ("bad_dates", {"since": "1969-12-31"}),
        ("bad_dates", {"since": "２０２６-11-30"}),
        ("bad_dates", {"since": "2026-11-30" * 1_000}),
        ("bad_dates", {"since": "2026-11-30", "until": "2026-11-29"}),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence(code: str, query: dict[str, str]) -> None:
    with pytest.raises(RefusedError) as refused:
        filter_of(query)
    assert refused.value.code == code
    assert set(TEXTS[code]) == {"de", "en"}


def test_one_day_may_be_asked_for() -> None:
    only = filter_of({"since": "2026-11-30", "until": "2026-11-30"})
    assert (only.until_ms or 0) - (only.since_ms or 0) == 86_400_000


def test_a_page_is_named_by_its_last_game() -> None:
    assert before_of(None) is before_of("") is None
    assert before_of("1700000000000.0a-game") == (1_700_000_000_000, GameId("0a-game"))


@pytest.mark.parametrize("text", ["1", "x.0a-game", "1.", "1.zz-game", "-1.0a-game", "9" * 30])
def test_no_such_page(text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        before_of(text)
    assert refused.value.code == "bad_page"
