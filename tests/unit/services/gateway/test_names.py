"""Names that were asked for lately."""

from libs.contracts.ids import PlayerId
from services.gateway.projections.names import Names

ADA, BOB = PlayerId("00-a"), PlayerId("01-b")


def test_a_name_is_known_for_a_minute_also_that_there_is_none() -> None:
    names = Names(kept_s=60.0)
    names.remember({ADA: "Ada", BOB: None}, 10.0, names.changes)
    assert names.known([ADA, BOB], 69.9) == {ADA: "Ada", BOB: None}
    assert names.known([ADA, BOB], 70.0) == {}


def test_a_changed_name_is_forgotten_and_a_late_answer_not_believed() -> None:
    names = Names()
    asked = names.changes
    names.forget(ADA)
    names.remember({ADA: "Ada"}, 0.0, asked)
    assert names.known([ADA], 0.0) == {}
    names.remember({ADA: "Eva"}, 0.0, names.changes)
    names.forget_all()
    assert names.known([ADA], 0.0) == {}


def test_the_longest_unused_make_room() -> None:
    names = Names(most=2)
    for number in range(4):
        names.remember({PlayerId(f"00-{number}"): "x"}, 0.0, names.changes)
    assert set(names.known([PlayerId(f"00-{n}") for n in range(4)], 0.0)) == {"00-2", "00-3"}
