"""What a viewer may know of a table; everything else is blanked out."""

import msgspec

from libs.rules.game import FIRST, SECOND, Seat, Viewer
from libs.rules.hanse.goods import HORSE, UNKNOWN, Counts, in_hand, plus, single
from libs.rules.hanse.state import Council, MatchState, Table


def sees_hand(state: MatchState, viewer: Viewer, seat: Seat) -> bool:
    """Whether the viewer sees that seat's hand: its own always, the other's after the match."""
    return viewer == seat or state.stage == "end"


def redacted(state: MatchState, viewer: Viewer) -> MatchState:
    """The match as the viewer knows it, backs of cards and tokens for all that is hidden."""
    if state.table is None:
        return state
    return msgspec.structs.replace(state, table=_blanked(state, state.table, viewer))


def _blanked(state: MatchState, table: Table, viewer: Viewer) -> Table:
    first, second = (
        table.holdings[seat]
        if sees_hand(state, viewer, seat)
        else covered(table.holdings[seat], table.known[seat])
        for seat in (FIRST, SECOND)
    )
    council = table.won_council
    if table.ended is None:
        council = (_owned(table, viewer, FIRST), _owned(table, viewer, SECOND))
    return msgspec.structs.replace(
        table,
        deck=(UNKNOWN,) * len(table.deck),
        holdings=(first, second),
        council=tuple((None,) * len(pile) for pile in table.council),
        won_council=council,
    )


def covered(holding: Counts, known: Counts) -> Counts:
    """A holding seen from outside: horses, known cards, and backs of cards."""
    backs = in_hand(holding) - sum(known)
    return plus(plus(known, single(HORSE, holding[HORSE])), single(UNKNOWN, backs))


def _owned(table: Table, viewer: Viewer, seat: Seat) -> tuple[Council, ...]:
    tokens = table.won_council[seat]
    return tokens if viewer == seat else tuple((tier, None) for tier, _ in tokens)
