"""What a seat sees of a round, and nothing else: there is no place here for a hidden card."""

from collections.abc import Iterable
from typing import Self

import msgspec

from libs.engines.port import EngineError
from libs.rules.game import Json
from libs.rules.hanse.goods import CARDS, COUNCIL, HORSE, TIERS, UNKNOWN, Counts, in_hand
from libs.rules.hanse.layout import from_view
from libs.rules.hanse.state import Table, Terms


class Other(msgspec.Struct, frozen=True):
    """The other seat from outside: `hidden` is a number of cards, not which ones they are.

    `known` counts goods by kind, `council` the council tokens of each tier, values unseen.
    """

    horses: int
    known: tuple[int, ...]
    hidden: int
    goods: tuple[int, int]
    council: tuple[int, int, int]


class Own(msgspec.Struct, frozen=True):
    """The own seat: goods by kind, those of them that the other knows, tokens won.

    `goods` is the number and the worth of goods tokens, `council` the values seen in each tier.
    """

    horses: int
    hand: tuple[int, ...]
    known: tuple[int, ...]
    goods: tuple[int, int]
    council: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Seen(msgspec.Struct, frozen=True):
    """One round from the seat that is to act. Piles are known by what was seen leaving them.

    `tokens` are the values left of each kind, first to be taken first. `seals` are the own and the
    other's, `seals_to_win` what the match takes, `standstill_limit` 0 if there is none.
    """

    market: tuple[int, ...]
    own: Own
    other: Other
    tokens: tuple[tuple[int, ...], ...]
    council_left: tuple[int, int, int]
    deck_left: int
    sold: tuple[int, ...]
    exchanges: int
    standstill_limit: int
    seals: tuple[int, int]
    seals_to_win: int

    @classmethod
    def of(cls, view: Json, seat: int) -> Self:
        """What `Rules.view(state, seat)` says. Raises EngineError: not to act, a broken view."""
        try:
            terms, table = msgspec.convert(view["options"], Terms), from_view(view["table"])
            hands, seals = view["table"]["hand_count"], view["seals"]
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise EngineError(f"no view of a table: {error!r}") from error
        if view["seat"] != seat or table.seat != seat:
            raise EngineError(f"seat {seat} is not to act")
        if not in_hand(table.holdings[seat]) == hands[seat] > -1 or table.holdings[seat][UNKNOWN]:
            raise EngineError("the seat does not see its own hand")
        seen = cls(
            market=table.market[: HORSE + 1],
            own=_own(table, seat),
            other=_other(table, 1 - seat, hands[1 - seat]),
            tokens=table.tokens,
            council_left=_three(len(pile) for pile in table.council),
            deck_left=len(table.deck),
            sold=table.sold[:HORSE],
            exchanges=table.exchanges,
            standstill_limit=terms.standstill_limit or 0,
            seals=(seals[seat], seals[1 - seat]),
            seals_to_win=terms.seals,
        )
        seen.hidden_cards()
        return seen

    def hidden_cards(self) -> Counts:
        """Cards that the seat can't place: in the deck or in the other's hand, horses in the deck.

        Raises EngineError if they don't add up to as many as there are.
        """
        seen = [
            market + sold + own + known
            for market, sold, own, known in zip(
                self.market, self.sold, self.own.hand, self.other.known, strict=False
            )
        ]
        horses = self.market[HORSE] + self.own.horses + self.other.horses
        left = tuple([n - m for n, m in zip(CARDS, (*seen, horses), strict=False)])
        is_right = sum(left) == self.deck_left + self.other.hidden and min(left) >= 0
        if not is_right or left[HORSE] > self.deck_left:
            raise EngineError("the cards of the view don't add up")
        return left

    def hidden_council(self, tier: int) -> tuple[int, ...]:
        """Values of a tier that the seat has not seen, sorted. Raises EngineError."""
        values = list(COUNCIL[tier])
        for value in self.own.council[tier]:
            if value not in values:
                raise EngineError("the council tokens of the view don't add up")
            values.remove(value)
        if len(values) != self.council_left[tier] + self.other.council[tier]:
            raise EngineError("the council tokens of the view don't add up")
        return tuple(values)


def _own(table: Table, seat: int) -> Own:
    holding = table.holdings[seat]
    one, two, three = (
        tuple(value for t, value in table.won_council[seat] if t == tier and value is not None)
        for tier in range(len(TIERS))
    )
    return Own(
        horses=holding[HORSE],
        hand=holding[:HORSE],
        known=table.known[seat][:HORSE],
        goods=_goods(table, seat),
        council=(one, two, three),
    )


def _other(table: Table, seat: int, hand_count: int) -> Other:
    tiers = [tier for tier, _ in table.won_council[seat]]
    known = table.known[seat][:HORSE]
    return Other(
        horses=table.holdings[seat][HORSE],
        known=known,
        hidden=hand_count - sum(known),
        goods=_goods(table, seat),
        council=_three(tiers.count(tier) for tier in range(len(TIERS))),
    )


def _goods(table: Table, seat: int) -> tuple[int, int]:
    won = table.won[seat]
    return len(won), sum(value for _, value in won)


def _three(numbers: Iterable[int]) -> tuple[int, int, int]:
    one, two, three = numbers
    return one, two, three
