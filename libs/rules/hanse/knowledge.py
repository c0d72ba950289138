"""What a viewer learns from a turn or a deal, and how its view goes on from that."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from libs.rules.game import FIRST, SECOND, Json, Seat, Viewer
from libs.rules.hanse.goods import (
    COUNCIL,
    HAND_SIZE,
    HORSE,
    INDEX,
    LAID_OUT,
    MARKET_SIZE,
    NAMES,
    TIERS,
    UNKNOWN,
    shuffled_cards,
    single,
    without,
)
from libs.rules.hanse.layout import council_tokens, counts_of, names_of, viewed_table
from libs.rules.hanse.notation import Move, Sell
from libs.rules.hanse.outcome import settle
from libs.rules.hanse.play import after, council_tier, dealt
from libs.rules.hanse.state import MatchState, Table

PILE: Final = len(shuffled_cards()) - 2 * HAND_SIZE - (MARKET_SIZE - LAID_OUT)


def learnt(before: MatchState, move: Move, played: MatchState, viewer: Viewer) -> Json:
    """Cards laid out, the mover's council token, and what a round's or the match's end uncovers."""
    table, then = before.table, played.table
    if table is None or then is None:
        raise ValueError("no round is being played")
    drawn = table.deck[: len(table.deck) - len(then.deck)]
    shown: dict[str, Json] = {}
    if drawn:
        shown["refill"] = [NAMES[card] for card in drawn]
    tier = council_tier(table, move) if isinstance(move, Sell) else None
    if tier is not None and viewer == table.seat:
        shown["council"] = table.council[tier][0]
    if then.ended is not None:
        uncovered = viewed_table(played, viewer) or {}
        shown["won_council"] = uncovered["won_council"]
        if played.stage == "end":
            shown["hands"] = uncovered["hands"]
    return shown


def followed(state: MatchState, move: Move, shown: Json) -> MatchState:
    """The viewer's own state after a turn, with the blanks filled in that it was shown."""
    if state.table is None:
        raise ValueError("no round is being played")
    then = after(_uncovered(state.table, move, shown), move, state.terms.standstill_limit)
    if "won_council" in shown:
        one, other = shown["won_council"]
        then = msgspec.structs.replace(
            then, won_council=(council_tokens(one), council_tokens(other))
        )
    if "hands" in shown:
        then = msgspec.structs.replace(then, holdings=_opened(then, shown["hands"]))
    return settle(state, then)


def _uncovered(table: Table, move: Move, shown: Json) -> Table:
    refill = tuple(INDEX[name] for name in shown.get("refill", ()))
    table = msgspec.structs.replace(table, deck=refill + table.deck[len(refill) :])
    tier = council_tier(table, move) if isinstance(move, Sell) else None
    if tier is None:
        return table
    pile = (shown.get("council"), *table.council[tier][1:])
    council = (*table.council[:tier], pile, *table.council[tier + 1 :])
    return msgspec.structs.replace(table, council=council)


def _opened(table: Table, hands: Json) -> tuple[tuple[int, ...], tuple[int, ...]]:
    one, other = (
        (*counts_of(hands[seat].items())[:HORSE], table.holdings[seat][HORSE], 0)
        for seat in (FIRST, SECOND)
    )
    return one, other


def learnt_deal(state: MatchState, viewer: Viewer) -> Json:
    """The two cards beside the horses, the horses dealt, and a seat's own goods."""
    table = state.table
    if table is None:
        raise ValueError("nothing was dealt")
    own = None if isinstance(viewer, str) else (*table.holdings[viewer][:HORSE], 0, 0)
    return {
        "market": names_of(without(table.market, single(HORSE, LAID_OUT))),
        "stables": [holding[HORSE] for holding in table.holdings],
        "hand": None if own is None else names_of(own),
    }


def blank_deal(viewer: Viewer, starter: Seat, shown: Json) -> Table:
    """The table after a deal as the viewer knows it."""
    deck: list[int] = []
    for seat in (FIRST, SECOND):
        horses = shown["stables"][seat]
        goods = [UNKNOWN] * (HAND_SIZE - horses)
        if seat == viewer:
            goods = [INDEX[name] for name in shown["hand"]]
        deck += [*goods, *[HORSE] * horses]
    deck += [*(INDEX[name] for name in shown["market"]), *[UNKNOWN] * PILE]
    return dealt(deck, [(None,) * len(pile) for pile in COUNCIL], starter)


def council_names() -> list[str]:
    """The names of the three council piles in a deal."""
    return [f"council_{tier}" for tier in TIERS]


def dealt_table(dealt_items: Mapping[str, Sequence[str | int]], starter: Seat) -> Table:
    """The table that a deal's items make, in their order."""
    deck, council = _piles(dealt_items)
    return dealt(deck, council, starter)


def _piles(
    items: Mapping[str, Sequence[str | int]],
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    deck = tuple(INDEX[str(name)] for name in items["deck"])
    return deck, tuple(tuple(int(value) for value in items[name]) for name in council_names())


def hidden_items(table: Table) -> dict[str, Sequence[str | int]]:
    """What nobody holds and nobody has seen, by the names of a deal, as it lies.

    Not checked: that the table is whole, and no viewer's with blanks in it.
    """
    piles = [[value for value in pile if value is not None] for pile in table.council]
    return {
        "deck": [NAMES[card] for card in table.deck],
        **dict(zip(council_names(), piles, strict=True)),
    }


def reordered(table: Table, items: Mapping[str, Sequence[str | int]]) -> Table:
    """The table with these items for its piles. Not checked: that they are the same ones."""
    deck, council = _piles(items)
    return msgspec.structs.replace(table, deck=deck, council=council)
