"""What rated games make of people, one after the other: Elo, points, and what was at stake."""

from typing import Final

import msgspec

from libs.contracts.ids import PlayerId
from libs.contracts.ratings import Family, GameRated
from services.ratings.decider.elo import Form, after

POINTS: Final = 10
WON: Final = 1.0
DRAWN: Final = 0.5


class Standing(msgspec.Struct, frozen=True):
    """Somebody's points and Elo. `is_gone`: there is no account any more."""

    points: int = 0
    is_gone: bool = False
    forms: dict[Family, Form] = {}

    def form(self, family: Family) -> Form:
        """The strength in a family; that of a beginner before the first game."""
        return self.forms.get(family, Form())


class Change(msgspec.Struct, frozen=True):
    """What a game was for one of the two."""

    player: PlayerId
    opponent: PlayerId
    score: float
    before: int
    after: int
    points_before: int
    points_after: int
    taler: int


Both = tuple[Standing, Standing]


def rated(game: GameRated, both: Both) -> tuple[Both, tuple[Change, Change]]:
    """The two after a game, and what it changed for each; both from the values before it."""
    first, second = (_side(game, seat, both[seat], both[1 - seat]) for seat in (0, 1))
    return (first[0], second[0]), (first[1], second[1])


def _side(game: GameRated, seat: int, own: Standing, other: Standing) -> tuple[Standing, Change]:
    score = DRAWN if game.winner is None else float(game.winner == seat)
    sign = round(2 * (score - DRAWN))
    before = own.form(game.family)
    now = after(before, other.form(game.family), score)
    points = own.points + sign * POINTS
    change = Change(
        game.players[seat],
        game.players[1 - seat],
        score,
        before.elo,
        now.elo,
        own.points,
        points,
        sign * game.stake_taler,
    )
    return Standing(points, own.is_gone, {**own.forms, game.family: now}), change
