"""What a turn does to the table, and how a round is dealt."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from libs.rules.game import Seat
from libs.rules.hanse.goods import (
    GOODS,
    HAND_SIZE,
    HORSE,
    LAID_OUT,
    MARKET_SIZE,
    NONE,
    TIERS,
    UNKNOWN,
    Counts,
    counted,
    plus,
    single,
    without,
)
from libs.rules.hanse.notation import Horses, Move, Sell, Swap, Take
from libs.rules.hanse.state import Table

EMPTY_PILES_AT_END = 3
X = TypeVar("X")


def dealt(deck: Sequence[int], council: Sequence[tuple[int | None, ...]], starter: Seat) -> Table:
    """The table of a new round: five cards each, two beside the horses, the rest is the pile."""
    market_from, pile_from = 2 * HAND_SIZE, 2 * HAND_SIZE + MARKET_SIZE - LAID_OUT
    return Table(
        market=plus(single(HORSE, LAID_OUT), counted(deck[market_from:pile_from])),
        deck=tuple(deck[pile_from:]),
        holdings=(counted(deck[:HAND_SIZE]), counted(deck[HAND_SIZE:market_from])),
        seat=starter,
        starter=starter,
        council=tuple(council),
    )


def after(table: Table, move: Move, standstill_limit: int | None) -> Table:
    """The table after a legal turn, `ended` if it was the round's last. Does not check it."""
    match move:
        case Take(kind):
            return _after_taking(table, single(kind))
        case Horses():
            return _after_taking(table, single(HORSE, table.market[HORSE]))
        case Swap():
            return _after_swap(table, move, standstill_limit)
        case Sell():
            return _after_sale(table, move)


def _after_taking(table: Table, taken: Counts) -> Table:
    needed = sum(taken)
    refill = table.deck[:needed]
    learnt = NONE if taken[HORSE] else taken
    return msgspec.structs.replace(
        table,
        market=plus(without(table.market, taken), counted(refill)),
        deck=table.deck[needed:],
        holdings=_for_seat(table.holdings, table.seat, plus(table.holdings[table.seat], taken)),
        known=_for_seat(table.known, table.seat, plus(table.known[table.seat], learnt)),
        seat=Seat(1 - table.seat),
        exchanges=0,
        ended="deck" if len(refill) < needed else None,
    )


def _after_swap(table: Table, swap: Swap, standstill_limit: int | None) -> Table:
    holding = plus(given_away(table.holdings[table.seat], swap.given), swap.taken)
    known = plus(_forgotten(table.known[table.seat], swap.given), swap.taken)
    exchanges = table.exchanges + 1
    is_over = standstill_limit is not None and exchanges >= standstill_limit
    return msgspec.structs.replace(
        table,
        market=plus(without(table.market, swap.taken), swap.given),
        holdings=_for_seat(table.holdings, table.seat, holding),
        known=_for_seat(table.known, table.seat, known),
        seat=Seat(1 - table.seat),
        exchanges=exchanges,
        ended="standstill" if is_over else None,
    )


def _after_sale(table: Table, sale: Sell) -> Table:
    seat, kind, cards = table.seat, sale.kind, single(sale.kind, sale.number)
    pile, tier = table.tokens[kind], council_tier(table, sale)
    tokens = _changed(table.tokens, kind, pile[sale.number :])
    council, rewards = table.council, table.won_council[seat]
    if tier is not None:
        rewards = (*rewards, (tier, council[tier][0]))
        council = _changed(council, tier, council[tier][1:])
    won = (*table.won[seat], *((kind, value) for value in pile[: sale.number]))
    return msgspec.structs.replace(
        table,
        holdings=_for_seat(table.holdings, seat, given_away(table.holdings[seat], cards)),
        known=_for_seat(table.known, seat, _forgotten(table.known[seat], cards)),
        tokens=tokens,
        council=council,
        won=_for_seat(table.won, seat, won),
        won_council=_for_seat(table.won_council, seat, rewards),
        sold=plus(table.sold, cards),
        seat=Seat(1 - seat),
        exchanges=0,
        ended="tokens" if has_few_piles(tokens) else None,
    )


def council_tier(table: Table, sale: Sell) -> int | None:
    """Which council pile a sale takes from; None for a small sale or an empty pile."""
    if sale.number < TIERS[0]:
        return None
    tier = min(sale.number, TIERS[-1]) - TIERS[0]
    return tier if table.council[tier] else None


def has_few_piles(tokens: Sequence[Sequence[int]]) -> bool:
    """Whether so many goods piles are empty that the round is over."""
    return sum(not tokens[kind] for kind in GOODS) >= EMPTY_PILES_AT_END


def given_away(holding: Counts, cards: Counts) -> Counts:
    """A holding without these cards; those that are not seen in it come out of the unknown ones."""
    seen = tuple([min(a, b) for a, b in zip(holding, cards, strict=True)])
    unseen = sum(cards) - sum(seen)
    left = without(holding, seen)
    return (*left[:UNKNOWN], left[UNKNOWN] - unseen)


def _forgotten(known: Counts, cards: Counts) -> Counts:
    """Known cards after some left the hand: known ones leave first."""
    return tuple([max(0, a - b) for a, b in zip(known, cards, strict=True)])


def _for_seat(pair: tuple[X, X], seat: Seat, value: X) -> tuple[X, X]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _changed(values: tuple[X, ...], place: int, value: X) -> tuple[X, ...]:
    return (*values[:place], value, *values[place + 1 :])
