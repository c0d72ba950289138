"""Turns of Battlehanse: which are legal, and why one is not."""

from collections.abc import Iterator
from functools import lru_cache

from libs.rules.hanse.goods import (
    FEWEST_PRECIOUS,
    FEWEST_SWAPPED,
    GOODS,
    HAND_LIMIT,
    HORSE,
    MARKET_SIZE,
    NAMES,
    PRECIOUS,
    Counts,
    in_hand,
    single,
)
from libs.rules.hanse.notation import Horses, Move, Sell, Swap, Take, words
from libs.rules.hanse.state import Table


def refusal(table: Table, move: Move) -> str | None:
    """Why a turn of the running round is not legal, or None."""
    holding = table.holdings[table.seat]
    match move:
        case Take(kind):
            return _refuse_take(table.market, holding, kind)
        case Horses():
            return None if table.market[HORSE] else "no_horses"
        case Swap(taken, given):
            return _refuse_uneven(taken, given) or _refuse_swap(table.market, holding, move)
        case Sell(kind, number):
            return _refuse_sale(holding, kind, number)


def _refuse_take(market: Counts, holding: Counts, kind: int) -> str | None:
    if kind == HORSE:
        return "horses_together"
    if not market[kind]:
        return "not_in_market"
    return "hand_full" if in_hand(holding) >= HAND_LIMIT else None


def _refuse_sale(holding: Counts, kind: int, number: int) -> str | None:
    if kind == HORSE:
        return "horses_not_sold"
    if number > holding[kind]:
        return "not_in_hand"
    return "precious_alone" if kind in PRECIOUS and number < FEWEST_PRECIOUS else None


def _refuse_uneven(taken: Counts, given: Counts) -> str | None:
    if taken[HORSE]:
        return "horse_from_market"
    if sum(taken) != sum(given):
        return "swap_uneven"
    if sum(taken) < FEWEST_SWAPPED:
        return "swap_too_few"
    if any(taken[kind] and given[kind] for kind in GOODS):
        return "same_kind_both_sides"
    return None


def _refuse_swap(market: Counts, holding: Counts, swap: Swap) -> str | None:
    if any(swap.taken[kind] > market[kind] for kind in GOODS):
        return "not_in_market"
    if any(swap.given[kind] > holding[kind] for kind in GOODS):
        return "not_in_hand"
    if swap.given[HORSE] > holding[HORSE]:
        return "not_in_stable"
    return "hand_full" if in_hand(holding) + swap.given[HORSE] > HAND_LIMIT else None


def all_turns(table: Table) -> list[str]:
    """All turns of the seat to act, sorted."""
    market, holding = table.market, table.holdings[table.seat]
    turns = ["horses"] if market[HORSE] else []
    if in_hand(holding) < HAND_LIMIT:
        turns += [f"take {NAMES[kind]}" for kind in GOODS if market[kind]]
    for kind in GOODS:
        fewest = FEWEST_PRECIOUS if kind in PRECIOUS else 1
        numbers = range(fewest, holding[kind] + 1)
        turns += [f"sell {words(single(kind, number))}" for number in numbers]
    turns += _swaps(market, holding)
    turns.sort()
    return turns


def _swaps(market: Counts, holding: Counts) -> Iterator[str]:
    goods = (*market[:HORSE], 0, 0)
    horses = min(holding[HORSE], HAND_LIMIT - in_hand(holding))
    for number in range(FEWEST_SWAPPED, MARKET_SIZE + 1):
        for taken in choices(goods, number):
            own = [0 if n else m for n, m in zip(taken[:HORSE], holding[:HORSE], strict=True)]
            text = f"swap {words(taken)}>"
            for given in choices((*own, horses, 0), number):
                yield text + words(given)


@lru_cache(maxsize=10_000)
def choices(counts: Counts, number: int) -> list[Counts]:
    """All ways to pick so many of these cards."""
    picks: list[tuple[Counts, int]] = [((), number)]
    for most in counts:
        picks = [((*pick, n), left - n) for pick, left in picks for n in range(min(most, left) + 1)]
    return [pick for pick, left in picks if not left]
