"""What Battlehanse's rules cost by themselves, on one core, without any service."""

from __future__ import annotations

import random
from collections.abc import Iterator

from libs.rules import registry
from libs.rules.game import Deal, Ended, Seat, Turn
from libs.rules.hanse.state import MatchState
from tests.bench.results import Result, in_turn
from tests.bench.rows.rules import REPETITIONS, per_second
from tests.bench.setting import Setting
from tests.contract.rules.naive import hanse as naive

MATCHES = 20
"""Some two thousand turns."""

NAIVE_POSITIONS = 100
Hand = tuple[list[str], list[str], int]
"""Market, goods in hand, horses in the stable: what the naive generator wants to know."""

Step = tuple[MatchState, Seat, str]
"""A table, who is to act, and what that seat does."""


def hanse_legal_turns_and_play(_setting: Setting) -> Iterator[Result]:
    """All legal turns of a table, then one is played; beside listing them by combinations."""
    steps = [step for number in range(MATCHES) for step in _match(random.Random(number))]
    hands = [_hand(state, seat) for state, seat, _ in steps[:: len(steps) // NAIVE_POSITIONS]]
    yield in_turn(
        "hanse_legal_turns_and_play",
        "turns/s",
        lambda: per_second(len(steps), lambda: _list_and_play(steps)),
        lambda: per_second(len(hands), lambda: _list_naively(hands)),
        REPETITIONS,
    )


def _match(chance: random.Random) -> Iterator[Step]:
    """A whole random match."""
    rules = registry.current("hanse")
    state = rules.setup(rules.options(None, {}))
    while not isinstance(pending := rules.pending(state), Ended):
        if isinstance(pending, Turn):
            turn = chance.choice(rules.legal_turns(state, pending.seat))
            yield state, pending.seat, turn
            state = rules.play(state, turn)
        elif isinstance(pending, Deal):
            groups = {name: list(cards) for name, cards in pending.items.items()}
            for cards in groups.values():
                chance.shuffle(cards)
            state = rules.deal(state, groups)
        else:
            state = rules.resume(state)


def _list_and_play(steps: list[Step]) -> None:
    rules = registry.current("hanse")
    for state, seat, turn in steps:
        rules.legal_turns(state, seat)
        rules.play(state, turn)


def _hand(state: MatchState, seat: Seat) -> Hand:
    table = registry.current("hanse").view(state, seat)["table"]
    goods = [name for name, count in table["hands"][seat].items() for _ in range(count)]
    return list(table["market"]), goods, table["stables"][seat]


def _list_naively(hands: list[Hand]) -> None:
    for market, goods, horses in hands:
        naive.legal_turns(market, goods, horses)
