"""Random rounds of Battlehanse, and their tables as boards with nothing hidden."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from libs.engines.hanse.kernel import board as at
from libs.engines.hanse.kernel.play import MEANS
from libs.engines.hanse.packing import MOST_COUNCIL, Row
from libs.engines.port import Question
from libs.rules.game import Deal
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.goods import GOODS, HORSE, TIERS, Counts, in_hand
from libs.rules.hanse.state import Table
from libs.rules.strength import Strength

HANSE = Hanse()
REASONS = {None: 0, "tokens": at.BY_TOKENS, "deck": at.BY_DECK, "standstill": at.BY_STANDSTILL}


def dealt(dice: random.Random, variant: str = "one-round", **options: Any) -> MatchState:
    """A match at its first turn."""
    return deal(HANSE.setup(HANSE.options(variant, options)), dice)


def deal(state: MatchState, dice: random.Random) -> MatchState:
    """The next round's first turn."""
    pending = HANSE.pending(state)
    assert isinstance(pending, Deal)
    items = {name: dice.sample(list(p), len(p)) for name, p in pending.items.items()}
    return HANSE.deal(state, items)


def table_of(state: MatchState) -> Table:
    assert state.table is not None
    return state.table


def random_states(number: int, limit: int | None = 3) -> Iterator[tuple[MatchState, str]]:
    """The states of random rounds, each with the turn that is played there. Sales, takings and
    exchanges are about as likely as each other, and `limit` lets standstills happen.
    """
    for seed in range(number):
        dice = random.Random(seed)
        state = dealt(dice, standstill_limit=limit)
        while state.stage == "turn":
            turns = HANSE.legal_turns(state, table_of(state).seat)
            verb = dice.choice(sorted({turn.partition(" ")[0] for turn in turns}))
            turn = dice.choice([turn for turn in turns if turn.startswith(verb)])
            yield state, turn
            state = HANSE.play(state, turn)


def question(
    state: MatchState, strength: Strength, *, seconds: float = 0.02, **more: Any
) -> Question:
    """What an engine is asked there."""
    seat = table_of(state).seat
    view = HANSE.view(state, seat)
    return Question(
        game="hanse", version=1, seat=seat, view=view, strength=strength, seconds=seconds, **more
    )


def whole_board(table: Table, limit: int | None) -> Row:
    """A table as a board: every card in its place, seat 0 first."""
    board = np.zeros(at.SIZE, np.int64)
    board[at.MARKET : at.MARKET + at.KINDS] = table.market[: at.KINDS]
    for seat in (0, 1):
        _put_seat(board, table, seat)
    board[at.TOKENS : at.TOKENS + HORSE] = [len(pile) for pile in table.tokens]
    board[at.COUNCIL : at.COUNCIL + len(TIERS)] = [len(pile) for pile in table.council]
    board[at.DECK] = len(table.deck)
    board[at.EXCHANGES] = table.exchanges
    board[at.LIMIT] = limit or 0
    board[at.EMPTY] = sum(not pile for pile in table.tokens)
    board[at.SEAT] = table.seat
    board[at.ENDED] = REASONS[table.ended]
    return board


def _put_seat(board: Row, table: Table, seat: int) -> None:
    holding, known = table.holdings[seat], table.known[seat]
    board[at.HOLDING + at.KINDS * seat : at.HOLDING + at.KINDS * (seat + 1)] = holding[: at.KINDS]
    board[at.KNOWN + HORSE * seat : at.KNOWN + HORSE * (seat + 1)] = known[:HORSE]
    won, council = table.won[seat], table.won_council[seat]
    board[at.GOODS_POINTS + seat] = sum(value for _, value in won)
    board[at.GOODS_NUMBER + seat] = len(won)
    board[at.COUNCIL_POINTS + seat] = sum(value or 0 for _, value in council)
    board[at.COUNCIL_MEANS + seat] = sum(MEANS[tier] for tier, _ in council)
    board[at.COUNCIL_NUMBER + seat] = len(council)
    board[at.HAND + seat] = in_hand(holding)


def piles(table: Table) -> tuple[Row, Row]:
    """The deck and the council piles as kernels draw from them: from their ends."""
    deck, council = np.zeros(64, np.int64), np.zeros((len(TIERS), MOST_COUNCIL), np.int64)
    deck[: len(table.deck)] = table.deck[::-1]
    for tier, pile in enumerate(table.council):
        council[tier, : len(pile)] = [value or 0 for value in pile[::-1]]
    return deck, council


def goods_of(board: Row, seat: int) -> Counts:
    first = at.HOLDING + at.KINDS * seat
    return tuple(int(n) for n in board[first : first + len(GOODS)])
