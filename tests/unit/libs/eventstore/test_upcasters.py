"""Old shapes of events."""

from typing import Any

import pytest

from libs.eventstore.errors import UnknownEventError
from libs.eventstore.upcasters import Upcasters


def name_seat(data: dict[str, Any]) -> dict[str, Any]:
    data["seat"] = data.pop("side")
    return data


def add_credit(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "credit_ms": 0}


@pytest.fixture
def upcasters() -> Upcasters:
    made = Upcasters({"games.turn_played": 3, "games.resigned": 1})
    made.add("games.turn_played", 1, name_seat)
    made.add("games.turn_played", 2, add_credit)
    return made


def test_each_step_is_taken_in_order(upcasters: Upcasters) -> None:
    assert upcasters.upcast("games.turn_played", 1, {"side": 1}) == (3, {"seat": 1, "credit_ms": 0})
    assert upcasters.upcast("games.turn_played", 2, {"seat": 1}) == (3, {"seat": 1, "credit_ms": 0})
    assert upcasters.upcast("games.turn_played", 3, {"seat": 0}) == (3, {"seat": 0})


def test_the_newest_needs_no_step(upcasters: Upcasters) -> None:
    assert upcasters.is_newest("games.turn_played", 3)
    assert not upcasters.is_newest("games.turn_played", 2)
    assert not upcasters.is_newest("games.unheard_of", 1)


@pytest.mark.parametrize(("event_type", "schema"), [("games.turn_played", 4), ("games.x", 1)])
def test_what_is_unknown_is_said_clearly(
    upcasters: Upcasters, event_type: str, schema: int
) -> None:
    with pytest.raises(UnknownEventError, match=event_type):
        upcasters.upcast(event_type, schema, {})


def test_a_missing_step_is_noticed() -> None:
    made = Upcasters({"games.turn_played": 3})
    made.add("games.turn_played", 2, add_credit)
    with pytest.raises(ValueError, match="schema 1"):
        made.check()
    with pytest.raises(UnknownEventError, match="schema 1"):
        made.upcast("games.turn_played", 1, {})


@pytest.mark.parametrize("schema", [0, 2, 3])
def test_a_step_has_one_place(upcasters: Upcasters, schema: int) -> None:
    with pytest.raises(ValueError, match="no place"):
        upcasters.add("games.turn_played", schema, add_credit)
    upcasters.check()
