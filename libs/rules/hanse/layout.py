"""A table as JSON, for the referee, for views, and back from a view."""

from collections.abc import Iterable

from libs.rules.game import FIRST, SECOND, Json, Seat, Viewer
from libs.rules.hanse.goods import (
    GOODS,
    HORSE,
    INDEX,
    NAMES,
    NONE,
    TIERS,
    UNKNOWN,
    Counts,
    counted,
    in_hand,
    plus,
    single,
)
from libs.rules.hanse.redact import covered, redacted, sees_hand
from libs.rules.hanse.state import MatchState, Table


def whole_table(table: Table) -> dict[str, Json]:
    """Everything that lies on or under the table, hidden cards included."""
    return {
        **_open_part(table),
        "hands": [_goods(holding) for holding in table.holdings],
        "deck": [NAMES[card] for card in table.deck],
        "council": {str(tier): list(p) for tier, p in zip(TIERS, table.council, strict=True)},
    }


def viewed_table(state: MatchState, viewer: Viewer) -> dict[str, Json] | None:
    """What the viewer may know of the table; None before the first deal."""
    table = redacted(state, viewer).table
    if table is None:
        return None
    hands = [
        _goods(table.holdings[seat]) if sees_hand(state, viewer, seat) else None
        for seat in (FIRST, SECOND)
    ]
    return {
        **_open_part(table),
        "hands": hands,
        "hand_count": [in_hand(holding) for holding in table.holdings],
        "deck_count": len(table.deck),
        "council_count": {str(t): len(p) for t, p in zip(TIERS, table.council, strict=True)},
    }


def _open_part(table: Table) -> dict[str, Json]:
    return {
        "market": names_of(table.market),
        "known": [_goods(known) for known in table.known],
        "stables": [holding[HORSE] for holding in table.holdings],
        "tokens": {NAMES[kind]: list(table.tokens[kind]) for kind in GOODS},
        "won": [[[NAMES[kind], value] for kind, value in won] for won in table.won],
        "won_council": [[[TIERS[t], value] for t, value in won] for won in table.won_council],
        "sold": _goods(table.sold),
        "turn": table.seat,
        "starter": table.starter,
        "exchanges": table.exchanges,
    }


def names_of(counts: Counts) -> list[str]:
    """The cards' names, in the order of kinds."""
    return [NAMES[kind] for kind, number in enumerate(counts[:UNKNOWN]) for _ in range(number)]


def _goods(counts: Counts) -> dict[str, int]:
    return {NAMES[kind]: counts[kind] for kind in GOODS if counts[kind]}


def counts_of(numbers: Iterable[tuple[str, int]]) -> Counts:
    """The counts of named kinds. Not checked: that these are names of kinds."""
    return counted(INDEX[name] for name, number in numbers for _ in range(number))


def from_view(view: Json) -> Table:
    """The table that `viewed_table` showed, blanks where the viewer knows nothing."""
    known = (counts_of(view["known"][0].items()), counts_of(view["known"][1].items()))
    return Table(
        market=counted(INDEX[name] for name in view["market"]),
        deck=(UNKNOWN,) * view["deck_count"],
        holdings=(_holding(view, known[0], FIRST), _holding(view, known[1], SECOND)),
        seat=Seat(view["turn"]),
        starter=Seat(view["starter"]),
        known=known,
        tokens=tuple(tuple(view["tokens"][NAMES[kind]]) for kind in GOODS),
        council=tuple((None,) * view["council_count"][str(tier)] for tier in TIERS),
        won=(_won(view["won"][0]), _won(view["won"][1])),
        won_council=(
            council_tokens(view["won_council"][0]),
            council_tokens(view["won_council"][1]),
        ),
        sold=counts_of(view["sold"].items()),
        exchanges=view["exchanges"],
    )


def _holding(view: Json, known: Counts, seat: Seat) -> Counts:
    horses, hand = single(HORSE, view["stables"][seat]), view["hands"][seat]
    if hand is not None:
        return plus(counts_of(hand.items()), horses)
    return covered(plus(plus(NONE, horses), single(UNKNOWN, view["hand_count"][seat])), known)


def _won(tokens: Iterable[Json]) -> tuple[tuple[int, int], ...]:
    return tuple((INDEX[name], value) for name, value in tokens)


def council_tokens(tokens: Iterable[Json]) -> tuple[tuple[int, int | None], ...]:
    """Council tokens by the place of their tier, from the number of cards that JSON names."""
    return tuple((TIERS.index(tier), value) for tier, value in tokens)
