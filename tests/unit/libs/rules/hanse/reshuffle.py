"""Everything that a viewer may not know about a match, shuffled anew."""

import random

import msgspec

from libs.rules.game import FIRST, SECOND, Viewer
from libs.rules.hanse import MatchState
from libs.rules.hanse.goods import HORSE, TIERS, Counts, counted, plus, single, without
from libs.rules.hanse.state import Council, Table


def cards_of(counts: Counts) -> list[int]:
    return [kind for kind, number in enumerate(counts[:HORSE]) for _ in range(number)]


def reshuffled(state: MatchState, viewer: Viewer, rnd: random.Random) -> MatchState:
    """The match with hidden cards and council tokens exchanged among their hidden places."""
    if state.table is None:
        return state
    table = with_other_cards(state.table, hidden_seats(state, viewer), rnd)
    return msgspec.structs.replace(state, table=with_other_tokens(table, viewer, rnd))


def hidden_seats(state: MatchState, viewer: Viewer) -> list[int]:
    return [seat for seat in (FIRST, SECOND) if viewer != seat and state.stage != "end"]


def with_other_cards(table: Table, hidden: list[int], rnd: random.Random) -> Table:
    """Deck and unknown hand cards from one pool; horses stay out of hands."""
    sizes, pool, kept = {}, list(table.deck), list(table.holdings)
    for seat in hidden:
        horses = single(HORSE, table.holdings[seat][HORSE])
        unknown = cards_of(without(without(table.holdings[seat], horses), table.known[seat]))
        sizes[seat] = len(unknown)
        pool += unknown
        kept[seat] = plus(table.known[seat], horses)
    rnd.shuffle(pool)
    goods = [card for card in pool if card != HORSE]
    for seat, size in sizes.items():
        drawn, goods = goods[:size], goods[size:]
        for card in drawn:
            pool.remove(card)
        kept[seat] = plus(kept[seat], counted(drawn))
    return msgspec.structs.replace(table, deck=tuple(pool), holdings=(kept[0], kept[1]))


def with_other_tokens(table: Table, viewer: Viewer, rnd: random.Random) -> Table:
    """Council piles, and the values that others won, from one pool for each tier."""
    hidden = [seat for seat in (FIRST, SECOND) if viewer != seat and table.ended is None]
    piles, won = [], [list(table.won_council[seat]) for seat in (FIRST, SECOND)]
    for tier in range(len(TIERS)):
        places = [(seat, i) for seat in hidden for i, w in enumerate(won[seat]) if w[0] == tier]
        pool = [*table.council[tier], *(won[seat][i][1] for seat, i in places)]
        rnd.shuffle(pool)
        for seat, i in places:
            token: Council = (tier, pool.pop())
            won[seat][i] = token
        piles.append(tuple(pool))
    return msgspec.structs.replace(
        table, council=tuple(piles), won_council=(tuple(won[0]), tuple(won[1]))
    )
