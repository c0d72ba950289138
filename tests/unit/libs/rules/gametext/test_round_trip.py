"""Whatever was played can be written and read back as the same game."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.rules import registry
from libs.rules.game import Deal, Ended, Outcome, Pause, Rules
from libs.rules.gametext import Dealt, GameRecord, Played, format_game, parse_game
from libs.rules.gametext.record import Result, result_of

pytestmark = pytest.mark.unit

CLOCKS = st.none() | st.integers(0, 10**9)
NAMES = st.text(st.characters(codec="utf-8"), max_size=12)
OVERRIDES: dict[str, dict[str, Any]] = {
    "mills": {"board": "twelve", "flying": False, "no_mill_limit": None, "repetition": 5},
    "three": {"repetition": None, "no_progress_limit": 30},
    "dara": {"no_progress_limit": 7},
    "tictactoe": {},
    "hanse": {"seals": 1, "standstill_limit": 3},
}


def played(
    rules: Rules[Any], options: Any, data: st.DataObject, steps: int
) -> tuple[list[Played | Dealt], Outcome | None]:
    """Some steps of a random game, and how it ended if it did."""
    rnd = data.draw(st.randoms(use_true_random=False))
    state = rules.setup(options)
    entries: list[Played | Dealt] = []
    for _ in range(steps):
        match rules.pending(state):
            case Ended(outcome):
                return entries, outcome
            case Deal() as deal:
                dealt = {name: tuple(rnd.sample(c, len(c))) for name, c in deal.items.items()}
                entries.append(Dealt(dealt))
                state = rules.deal(state, dealt)
            case Pause():
                state = rules.resume(state)
            case turn:
                text = rnd.choice(rules.legal_turns(state, turn.seat))
                entries.append(Played(text, data.draw(CLOCKS)))
                state = rules.play(state, text)
    pending = rules.pending(state)
    return entries, pending.outcome if isinstance(pending, Ended) else None


@given(st.data())
@settings(max_examples=30, deadline=None)
@pytest.mark.parametrize("key", registry.game_keys())
def test_a_written_game_is_read_as_the_same(key: str, data: st.DataObject) -> None:
    rules = registry.current(key)
    variant = data.draw(st.sampled_from(rules.variants))
    chosen = data.draw(st.sets(st.sampled_from([*OVERRIDES[key], "none"])))
    options = rules.options(variant, {k: v for k, v in OVERRIDES[key].items() if k in chosen})
    entries, outcome = played(rules, options, data, data.draw(st.integers(0, 60)))
    ends: list[tuple[Result, str | None]] = [("*", None), ("1-0", "resigned"), ("0-1", "time")]
    ends = [(result_of(outcome), outcome.reason)] if outcome else [*ends, ("1/2-1/2", "agreement")]
    result, termination = data.draw(st.sampled_from(ends))
    record = GameRecord(
        game=key,
        version=rules.version,
        variant=variant,
        options=options,
        players=(data.draw(NAMES), data.draw(NAMES)),
        entries=tuple(entries),
        result=result,
        termination=termination,
        date=data.draw(st.none() | st.dates().map(lambda date: date.isoformat())),
        time_control=data.draw(st.none() | st.tuples(st.integers(0, 9999), st.integers(0, 99))),
        is_rated=data.draw(st.booleans()),
    )
    text = format_game(record)
    assert parse_game(text) == record
    assert parse_game(text.replace("\n", "\r\n")) == record


def test_a_whole_match_of_battlehanse_is_read_with_its_deals() -> None:
    rules = registry.current("hanse")
    options = rules.options(None, {"standstill_limit": 2})

    @given(st.data())
    @settings(max_examples=5, deadline=None)
    def whole(data: st.DataObject) -> None:
        entries, outcome = played(rules, options, data, 5_000)
        assert outcome
        assert sum(isinstance(entry, Dealt) for entry in entries) >= 2
        record = GameRecord(
            "hanse", 1, "battlehanse", options, ("A", "B"), tuple(entries),
            result_of(outcome), outcome.reason,
        )  # fmt: skip
        assert parse_game(format_game(record)) == record

    whole()
