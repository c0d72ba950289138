"""Rounds of Battlehanse on mirrored deals, and a fixed partner that never changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from libs.rules.game import Deal, Json, Seat
from libs.rules.hanse import Hanse
from libs.rules.hanse.goods import NAMES
from libs.rules.hanse.layout import from_view
from libs.rules.hanse.moves import all_turns
from libs.rules.hanse.notation import Horses, Move, Sell, Swap, Take, read
from libs.rules.strength import STRENGTHS
from tests.bench.strength.engines import asked
from tests.bench.strength.pairs import Pair

Side = Callable[[Json], str]
"""Who plays: from what the seat to act knows to a turn."""

Dealt = Mapping[str, Sequence[str | int]]
RULES: Final = Hanse()
OPTIONS: Final = RULES.options("one-round", {})
COUNCIL_MEANS: Final = {3: 2, 4: 5, 5: 9}


def play_deals(first: Side, second: Side, deals: int, seed: int) -> list[float]:
    """What `first` got in each round: 1 for the seal, 0.5 if nobody got it, 0 if the other did.

    Each deal is played twice, the second time with seats swapped: results 2n and 2n + 1 belong
    together. Seat 0 begins.
    """
    results: list[float] = []
    for number in range(deals):
        dealt = shuffled(random.Random(f"{seed} {number}"))
        results += [round_of(dealt, first, second), 1.0 - round_of(dealt, second, first)]
    return results


def shuffled(dice: random.Random) -> Dealt:
    """Everything that a round deals, in a random order."""
    pending = RULES.pending(RULES.setup(OPTIONS))
    assert isinstance(pending, Deal)
    return {name: dice.sample(list(items), len(items)) for name, items in pending.items.items()}


def round_of(dealt: Dealt, first: Side, second: Side) -> float:
    """What seat 0 got in one round."""
    state, sides = RULES.deal(RULES.setup(OPTIONS), dealt), (first, second)
    while state.stage == "turn":
        assert state.table is not None
        seat = state.table.seat
        turn = sides[seat](RULES.view(state, seat))
        RULES.check(state, turn)
        state = RULES.play(state, turn)
    winner = state.sheets[-1].winner
    return 0.5 if winner is None else float(winner == Seat(0))


def play_match(pair: Pair, number: int, seconds: float) -> list[float]:
    """What the pair's first got in the two rounds of one deal."""
    one, other = (
        _side(name, seconds, random.Random(f"{pair.name} {number} {place}"))
        for place, name in enumerate((pair.one, pair.other))
    )
    return play_deals(one, other, 1, seed=number)


def _side(name: str, seconds: float, dice: random.Random) -> Side:
    if name in STRENGTHS:
        return lambda view: asked(view, view["seat"], name, seconds, dice)
    return greedy if name == "greedy" else lambda view: dice.choice(_legal(view))


def greedy(view: Json) -> str:
    """The fixed partner: whatever brings most points at once; else the card of the best token."""
    return max(_legal(view), key=lambda turn: (*_at_once(view["table"], read(turn)), turn))


def _at_once(table: Json, move: Move) -> tuple[int, int]:
    """Points of a sale, council tokens at their means; for a taking, the token it could bring."""
    match move:
        case Sell(kind, number):
            tier = min(number, 5)
            has_reward = tier in COUNCIL_MEANS and table["council_count"][str(tier)] > 0
            reward = COUNCIL_MEANS[tier] if has_reward else 0
            return sum(table["tokens"][NAMES[kind]][:number]) + reward, 0
        case Take(kind):
            return 0, max(table["tokens"][NAMES[kind]][:1], default=0)
        case Horses():
            return 0, 1
        case Swap():
            return 0, 0


def _legal(view: Json) -> list[str]:
    """The legal turns of the seat to act, from its view alone."""
    return all_turns(from_view(view["table"]))
