"""The fast generator and the naive one list the same turns; `check` refuses exactly the rest."""

import random

import pytest

from libs.rules.explain import REFUSALS
from libs.rules.game import IllegalMoveError
from libs.rules.mills import Mills, MillsState
from libs.rules.mills.board import BOARDS
from libs.rules.mills.notation import NOTATION
from libs.rules.stones.notation import NONE, Step
from tests.contract.rules.naive import mills as naive

pytestmark = pytest.mark.contract

MILLS = Mills()
EVERY_TEXT = [
    NOTATION.write(Step(source, target, taken))
    for source in range(NONE, 24)
    for target in range(24)
    for taken in range(NONE, 24)
]


def random_state(rnd: random.Random) -> MillsState:
    """A state at any position that fits the game, hands full, empty or out of step."""
    options = MILLS.options(
        rnd.choice(MILLS.variants),
        {"flying": rnd.random() < 0.7, "mill_protection": rnd.random() < 0.7},
    )
    stones = BOARDS[options["board"]].layout.stones
    names = list(BOARDS["nine"].layout.points)
    rnd.shuffle(names)
    counts = [rnd.choice((3, 4, rnd.randint(0, stones))) for _ in range(2)]
    hands = [rnd.choice((0, 0, rnd.randint(0, stones - n))) for n in counts]
    white, black = names[: counts[0]], names[counts[0] : sum(counts)]
    side = rnd.choice(("white", "black"))
    text = f"W:{','.join(white)} B:{','.join(black)} H:{hands[0]},{hands[1]} T:{side}"
    return MILLS.setup_at(options, text)


def naive_turns(state: MillsState) -> list[str]:
    names = BOARDS["nine"].layout.names
    coordinates = {name: point for point, name in naive.NAMES.items()}
    own, other = (
        {coordinates[name] for name in names(state.stones[seat])}
        for seat in (state.seat, 1 - state.seat)
    )
    hands = (state.hands[state.seat], state.hands[1 - state.seat])
    return naive.legal_turns(dict(MILLS.view(state, state.seat)["options"]), own, other, hands)


def test_both_generators_agree_on_random_positions() -> None:
    rnd = random.Random(2024)
    going_on = 0
    while going_on < 10_000:
        state = random_state(rnd)
        if state.outcome is None:
            going_on += 1
            assert MILLS.legal_turns(state, state.seat) == naive_turns(state), MILLS.position(state)


def test_check_refuses_exactly_what_is_not_listed() -> None:
    rnd = random.Random(7)
    for _ in range(12):
        state = random_state(rnd)
        allowed, before = set(MILLS.legal_turns(state, state.seat)), MILLS.view(state, state.seat)
        for text in EVERY_TEXT:
            if text in allowed:
                MILLS.check(state, text)
            else:
                with pytest.raises(IllegalMoveError) as caught:
                    MILLS.check(state, text)
                assert caught.value.code in REFUSALS["mills"]
        assert MILLS.view(state, state.seat) == before
