"""A place applies version plus one only, loses nothing and shows no other seat's frames."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import LiveItem
from services.gateway.decider.outbox import Mail, Outbox
from services.gateway.decider.watching import HELD_AT_MOST, Place, ShownGame

GAME = GameId("00-game")


class Nowhere:
    """A transport that takes everything."""

    def write(self, data: bytes) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None: ...


class Box(Outbox):
    """An outbox that remembers what was put in."""

    __slots__ = ("shown",)

    def __init__(self) -> None:
        def never(_action: Callable[[], None]) -> None: ...

        super().__init__(Nowhere(), Mail(never), (1000, 10_000, 10_000))
        self.shown: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.shown.append(frame)

    def offer(self, frame: bytes) -> bool:
        if not self.is_full:
            self.shown.append(frame)
        return not self.is_full


def item(version: int, *, seat0: bool = False, seat1: bool = False) -> LiveItem:
    return LiveItem(
        GAME,
        version,
        b"public %d" % version,
        b"zero %d" % version if seat0 else None,
        b"one %d" % version if seat1 else None,
    )


def make(player: str | None = None) -> tuple[Place, list[bytes]]:
    box = Box()
    return Place(GAME, None if player is None else PlayerId(player), box), box.shown


def test_events_before_the_answer_are_held_back_and_none_is_lost_or_doubled() -> None:
    place, shown = make()
    for version in (4, 5, 6):
        assert place.take(item(version))
    assert shown == []
    assert place.answered(None, 5, [b"snapshot 5"])
    assert shown == [b"snapshot 5", b"public 6"]
    assert place.version == 6


def test_a_gap_among_the_held_events_is_noticed() -> None:
    place, shown = make()
    place.take(item(7))
    assert not place.answered(None, 5, [b"snapshot 5"])
    assert shown == [b"snapshot 5"]


def test_old_versions_are_dropped_and_a_gap_is_told() -> None:
    place, shown = make()
    place.answered(None, 5, [b"snapshot"])
    assert place.take(item(5))
    assert place.take(item(4))
    assert not place.take(item(7))
    assert place.take(item(6))
    assert shown == [b"snapshot", b"public 6"]


@pytest.mark.parametrize(("seat", "expected"), [(None, b"public 2"), (0, b"zero 2"), (1, b"one 2")])
def test_each_seat_sees_its_own_frame(seat: int | None, expected: bytes) -> None:
    place, shown = make("somebody")
    place.answered(seat, 1, [])
    place.take(item(2, seat0=True, seat1=True))
    assert shown == [expected]


def test_a_seat_without_a_frame_of_its_own_gets_the_public_one() -> None:
    place, shown = make("somebody")
    place.answered(1, 1, [])
    place.take(item(2, seat0=True))
    assert shown == [b"public 2"]


def test_the_owner_may_take_a_seat_away_again() -> None:
    place, shown = make("somebody")
    place.answered(0, 1, [])
    place.wait()
    place.take(item(2, seat0=True))
    place.answered(None, 1, [])
    assert shown == [b"public 2"]


@given(
    snapshot=st.integers(min_value=1, max_value=20),
    order=st.permutations(list(range(1, 25))),
    answer_after=st.integers(min_value=0, max_value=24),
)
def test_whatever_the_order_only_the_next_version_is_shown(
    snapshot: int, order: list[int], answer_after: int
) -> None:
    place, shown = make()
    for number, version in enumerate(order):
        if number == answer_after:
            place.answered(None, snapshot, [b"snapshot"])
        place.take(item(version))
    expected = [b"public %d" % version for version in range(snapshot + 1, place.version + 1)]
    assert [frame for frame in shown if frame != b"snapshot"] == expected


def test_what_is_held_back_is_bounded() -> None:
    place, shown = make()
    for version in range(1, HELD_AT_MOST + 50):
        place.take(item(version))
    assert place.answered(None, 0, [])
    assert len(shown) == HELD_AT_MOST
    assert not place.take(item(HELD_AT_MOST + 50)), "the rest is a gap, and a gap is asked for"


def test_a_place_left_behind_waits_for_its_snapshot_without_asking_for_each_event() -> None:
    place, shown = make()
    place.answered(None, 1, [])
    place.outbox.is_full = True
    assert place.take(item(2))
    was_stale = place.is_stale
    assert was_stale
    assert place.take(item(3))
    assert shown == []
    place.outbox.is_full = False
    place.wait()
    place.take(item(4))
    assert place.answered(None, 3, [b"snapshot 3"])
    assert not place.is_stale
    assert shown == [b"snapshot 3", b"public 4"]


def test_the_list_for_the_owner_names_players_until_they_turn_out_to_be_none() -> None:
    game = ShownGame()
    seated, second_tab, unsure, visitor, again, anonymous = (
        make("ada")[0], make("ada")[0], make("bo")[0], make("carl")[0], make("carl")[0], make()[0],
    )  # fmt: skip
    game.places = dict.fromkeys([seated, second_tab, unsure, visitor, again, anonymous])
    again.answered(None, 8, [])
    seated.answered(0, 7, [])
    second_tab.answered(0, 9, [])
    visitor.answered(None, 8, [])
    anonymous.answered(None, 8, [])
    assert game.players() == {"ada", "bo"}
    assert (game.people(), game.strangers()) == ({"carl"}, 1)
    assert game.oldest() == 7
