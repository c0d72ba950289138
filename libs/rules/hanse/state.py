"""The state of a match of Battlehanse: the round's table, seals, score sheets."""

from typing import Final, Literal

import msgspec

from libs.rules.game import FIRST, Seat
from libs.rules.hanse.goods import COUNCIL, NONE, TOKENS, Counts
from libs.rules.options import Limit, Number, VariantTable

VARIANTS: Final = VariantTable(
    kinds={"seals": Number(1, 5), "standstill_limit": Limit()},
    variants={
        "battlehanse": {"seals": 2, "standstill_limit": 40},
        "one-round": {"seals": 1, "standstill_limit": 40},
    },
    default="battlehanse",
)

Token = tuple[int, int]
"""A goods token: kind and value."""

Council = tuple[int, int | None]
"""A council token: tier (place in TIERS) and value, None to whoever can't see it."""

Stage = Literal["deal", "turn", "pause", "end"]


class Terms(msgspec.Struct, frozen=True):
    """The options of one match: seals that win it, exchanges in a row that end a round."""

    seals: int
    standstill_limit: int | None


class Table(msgspec.Struct, frozen=True):
    """One round. Pairs are ordered by seat; index 0 of every pile is taken next.

    A holding is a hand and its stable: horses are counted in it, but are not in the hand. `known`
    counts the cards of a hand that its owner took openly. `ended` is the reason, once there is one.
    """

    market: Counts
    deck: tuple[int, ...]
    holdings: tuple[Counts, Counts]
    seat: Seat
    starter: Seat
    known: tuple[Counts, Counts] = (NONE, NONE)
    tokens: tuple[tuple[int, ...], ...] = TOKENS
    council: tuple[tuple[int | None, ...], ...] = COUNCIL
    won: tuple[tuple[Token, ...], tuple[Token, ...]] = ((), ())
    won_council: tuple[tuple[Council, ...], tuple[Council, ...]] = ((), ())
    sold: Counts = NONE
    exchanges: int = 0
    ended: str | None = None


class Score(msgspec.Struct, frozen=True):
    """One seat's lines of a score sheet: sums of values, and how many tokens."""

    goods: int
    council: int
    stable: int
    goods_count: int
    council_count: int

    @property
    def total(self) -> int:
        """The points of the round."""
        return self.goods + self.council + self.stable


class Sheet(msgspec.Struct, frozen=True):
    """How a round ended: why, who gets the seal (None: nobody), the whole calculation."""

    winner: Seat | None
    reason: str
    scores: tuple[int, int]
    sheet: tuple[Score, Score]
    next_starter: Seat


class MatchState(msgspec.Struct, frozen=True):
    """The whole match. `table` is the round being played, or the one that ended last."""

    terms: Terms
    stage: Stage = "deal"
    round: int = 0
    seals: tuple[int, int] = (0, 0)
    starter: Seat = FIRST
    table: Table | None = None
    sheets: tuple[Sheet, ...] = ()
    ply: int = 0
    last: str | None = None
