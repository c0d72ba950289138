"""Whom a quick game asks first: the closest Elo of the family that is to be played."""

from collections.abc import Mapping

from libs.contracts.ids import PlayerId
from libs.contracts.lobby_messages import Sighting, WhoIsHere
from libs.contracts.ratings import Family
from services.lobby.decider.hall import Hall

ANN, BEN, CLEO, GUEST = (PlayerId(f"0{n}-{n}") for n in range(4))
ELO: Mapping[PlayerId, dict[Family, int]] = {
    ANN: {"mills": 1_500, "hanse": 1_100},
    BEN: {"mills": 1_480, "hanse": 1_400},
    CLEO: {"hanse": 1_120},
}


def asked(family: Family | None, *, no_guests: bool = False) -> list[PlayerId]:
    """In which order people are asked for Ann."""
    hall = Hall("epoch", 0, 10_000, 3_500)
    here = [
        Sighting(player, "", player == GUEST, is_in=True, has_come=True, is_playing=False)
        for player in (ANN, BEN, CLEO, GUEST)
    ]
    hall.presence.report(WhoIsHere("gateway", 1, is_whole=True, here=here), 0)
    for player, elo in ELO.items():
        hall.presence.rate(player, elo)
    hall.presence.take_news()
    found = hall.closest(ANN, family, set(), no_guests=no_guests)
    return [person.player for person in found]


def test_each_family_has_its_own_closest() -> None:
    assert asked("mills") == [BEN, CLEO, GUEST]
    assert asked("hanse") == [CLEO, GUEST, BEN]


def test_a_rated_game_asks_no_guest() -> None:
    assert asked("hanse", no_guests=True) == [CLEO, BEN]


def test_where_nothing_is_rated_nobody_is_closer() -> None:
    assert asked(None) == [BEN, CLEO, GUEST]
