"""How much one person may say."""

from libs.contracts.decisions import Refusal
from libs.contracts.ids import PlayerId
from services.lobby.decider import Chattiness

ANN, BEN = PlayerId("00-ann"), PlayerId("01-ben")


def line(text: str) -> tuple[str, ...]:
    return ("lobby", "", text)


def test_five_lines_at_once_then_one_every_two_seconds() -> None:
    talk = Chattiness()
    said = [talk.refusal(ANN, line(str(n)), 1_000) for n in range(6)]
    assert said == [None] * 5 + [Refusal("too_chatty", {"wait_s": 2})]
    assert talk.refusal(ANN, line("6"), 2_000) == Refusal("too_chatty", {"wait_s": 1})
    assert talk.refusal(ANN, line("6"), 3_000) is None
    assert talk.refusal(ANN, line("7"), 3_001) is not None
    assert talk.refusal(BEN, line("7"), 3_001) is None
    assert [talk.refusal(ANN, line(f"x{n}"), 60_000) for n in range(5)] == [None] * 5
    assert talk.refusal(ANN, line("x5"), 60_000) is not None


def test_the_same_line_twice_in_a_row_is_refused_for_half_a_minute() -> None:
    talk = Chattiness()
    assert talk.refusal(ANN, line("hello"), 0) is None
    assert talk.refusal(ANN, line("hello"), 29_999) == Refusal("said_already")
    assert talk.refusal(ANN, ("game", "00-g", "hello"), 29_999) is None
    assert talk.refusal(ANN, line("hello"), 29_999) is None
    assert talk.refusal(ANN, line("hello"), 60_000) is None
    assert talk.refusal(BEN, line("hello"), 60_000) is None


def test_a_line_that_was_not_stored_was_not_said() -> None:
    talk = Chattiness()
    for _ in range(10):
        assert talk.refusal(ANN, line("hello"), 5) is None
        talk.take_back(ANN)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    talk = Chattiness()
    for n in range(5):
        assert talk.refusal(ANN, line(str(n)), 10_000) is None
    assert talk.refusal(ANN, line("5"), 1_000) is not None
    assert talk.refusal(ANN, line("5"), 11_999) is not None
    assert talk.refusal(ANN, line("5"), 12_000) is None
