"""How long a program that dies waits for its next life."""

from __future__ import annotations

from deploy.local.supervisor import SHORT_LIFE_S, SHORT_LIVES_ALLOWED, Pace


def test_short_lives_wait_longer_and_longer_until_the_program_is_given_up() -> None:
    pace = Pace()
    delays = [pace.after(0.1) for _ in range(SHORT_LIVES_ALLOWED)]
    assert delays == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]
    assert pace.after(0.1) is None


def test_a_life_of_some_length_wipes_the_slate_clean() -> None:
    pace = Pace()
    for _ in range(SHORT_LIVES_ALLOWED):
        pace.after(0.1)
    assert pace.after(SHORT_LIFE_S) == 0.2
    assert pace.after(0.1) == 0.4
