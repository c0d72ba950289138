"""Battlehanse's engine: what each strength answers."""

import random
import threading

import msgspec
import numpy as np
import pytest

from libs.engines.hanse import HanseEngine
from libs.engines.hanse.codes import code_of
from libs.engines.hanse.kernel.choice import desk
from libs.engines.hanse.kernel.search import Race, Terms, leader, race
from libs.engines.hanse.packing import packed
from libs.engines.hanse.seen import Seen
from libs.engines.hanse.strong import entrants
from libs.engines.hanse.weights import Tables, slopes
from libs.engines.port import EngineError, Reply
from libs.engines.stopping import StopFlag
from libs.rules.hanse import MatchState
from libs.rules.hanse.state import Table
from libs.rules.strength import STRENGTHS, Strength
from tests.unit.libs.engines.hanse.rounds import (
    HANSE,
    deal,
    dealt,
    question,
    random_states,
    table_of,
)

pytestmark = pytest.mark.unit

TABLES = Tables()
ENGINE = HanseEngine(most_samples=24)
UNLIMITED_S = 600.0


def answer(state: MatchState, strength: Strength, *, seed: int = 1, **more: object) -> Reply:
    asked = question(state, strength, seconds=UNLIMITED_S, seed=seed, **more)
    return ENGINE.answer(asked, StopFlag())


@pytest.mark.parametrize("strength", STRENGTHS)
def test_whole_matches_of_legal_turns(strength: Strength) -> None:
    dice = random.Random(9)
    state = dealt(dice, "battlehanse")
    while state.stage != "end":
        if state.stage != "turn":
            state = deal(HANSE.resume(state), dice)
            continue
        reply = answer(state, strength, seed=state.ply)
        HANSE.check(state, reply.turn)
        assert reply.pv[0] == reply.turn
        assert reply.exact is None
        state = HANSE.play(state, reply.turn)
    assert state.ply > 20


def test_strong_values_every_legal_turn_it_is_asked_about() -> None:
    for state, _ in list(random_states(6))[5::12]:
        turns = tuple(HANSE.legal_turns(state, table_of(state).seat))
        reply = answer(state, "strong", considered=turns)
        values = dict(zip(turns, reply.considered, strict=True))
        assert values[reply.turn] == reply.score
        assert max(values.values()) - min(values.values()) > 1
        # Every one of them was played out in every sample.
        assert reply.nodes == 24 * len(turns)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_what_is_asked_about_comes_back_in_its_order(strength: Strength) -> None:
    state = dealt(random.Random(2))
    turns = tuple(HANSE.legal_turns(state, table_of(state).seat))
    values = answer(state, strength, considered=turns).considered
    assert answer(state, strength, considered=turns[::-1]).considered[::-1] == pytest.approx(
        values, abs=4.0
    )
    with pytest.raises(EngineError, match="not legal"):
        answer(state, strength, considered=("take horse",))
    with pytest.raises(EngineError, match="not legal"):
        answer(state, strength, considered=("sell amber*7",))


def test_medium_gives_one_answer_to_a_view_whatever_the_seed() -> None:
    for state, _ in list(random_states(8))[::9]:
        replies = [answer(state, "medium", seed=seed) for seed in range(3)]
        unseeded = question(state, "medium", seconds=UNLIMITED_S)
        replies.append(ENGINE.answer(unseeded, StopFlag()))
        assert len({reply.turn for reply in replies}) == 1


def test_a_set_flag_or_no_time_ends_the_search_at_once_with_a_legal_turn() -> None:
    engine = HanseEngine()
    for state, _ in list(random_states(4))[::15]:
        turns = HANSE.legal_turns(state, table_of(state).seat)
        reply = engine.answer(question(state, "strong", seconds=0.0), StopFlag())
        assert reply.turn in turns
        assert reply.nodes <= len(turns)


def test_a_flag_set_by_somebody_else_ends_a_search() -> None:
    flag, state = StopFlag(), dealt(random.Random(5))
    # With a turn asked about the race never ends by itself.
    turns = tuple(HANSE.legal_turns(state, table_of(state).seat))
    timer = threading.Timer(0.2, flag.set)
    timer.start()
    asked = question(state, "strong", seconds=UNLIMITED_S, considered=turns)
    reply = HanseEngine().answer(asked, flag)
    timer.join()
    assert reply.seconds < UNLIMITED_S / 10
    assert reply.nodes > len(turns)


@pytest.mark.slow
def test_at_the_match_s_end_a_seal_counts_and_not_the_points() -> None:
    """Where the best turn for points and the one for the seal differ, the stake decides."""
    differing = 0
    for number, (state, _) in enumerate(list(random_states(24))[8::12]):
        by_points, by_seals = (raced(state, stake, number) for stake in (0.0, 1.0))
        one, other = by_points.points.argmax(), by_seals.seals.argmax()
        assert leader(by_points) == one
        assert leader(by_seals) == other
        # The same seed deals the same samples to both.
        differing += by_seals.seals[other] > by_seals.seals[one] + 1
        assert by_points.points.tolist() == pytest.approx(by_seals.points.tolist())
    assert differing > 2


def raced(state: MatchState, stake: float, seed: int) -> Race:
    """All legal turns over the same few samples, none dropped, nothing guessed beforehand."""
    seat = table_of(state).seat
    view = packed(Seen.of(HANSE.view(state, seat), seat))
    codes = [code_of(turn) for turn in HANSE.legal_turns(state, seat)]
    race_of = entrants(codes, codes, [0.0] * len(codes))
    dice, flag = np.array([2 * seed + 1], np.uint64), np.zeros(1, np.int64)
    terms, worth = Terms(4, stake, 60), TABLES.of(view.sums)
    race(view, worth, desk(), race_of, dice, flag, terms, slopes())
    return race_of


def test_a_turn_that_surely_wins_the_match_is_played() -> None:
    seen = 0
    for state, _ in random_states(80):
        if not is_nearly_over(table_of(state)):
            continue
        turns = HANSE.legal_turns(state, table_of(state).seat)
        won = {turn for turn in turns if wins_for_sure(state, turn)}
        if won:
            seen += 1
            assert answer(state, "strong").turn in won
    assert seen > 5


def is_nearly_over(table: Table) -> bool:
    return len(table.deck) < 3 or sum(not pile for pile in table.tokens) >= 2


def wins_for_sure(state: MatchState, turn: str) -> bool:
    """Whether the seat to act wins the match by that turn, whatever the other's tokens are."""
    seat = table_of(state).seat
    then = HANSE.play(state, turn)
    if then.stage != "end" or then.sheets[-1].winner != seat:
        return False
    own, other = then.sheets[-1].sheet[seat], then.sheets[-1].sheet[1 - seat]
    most = {0: 3, 1: 6, 2: 10}
    unseen = sum(most[tier] for tier, _ in table_of(then).won_council[1 - seat])
    return own.total > other.goods + other.stable + unseen


def test_a_seat_that_is_not_to_act_and_a_broken_view_are_refused() -> None:
    state = dealt(random.Random(8))
    asked = question(state, "medium")
    other = msgspec.structs.replace(asked, seat=1 - asked.seat)
    with pytest.raises(EngineError, match="not to act"):
        ENGINE.answer(other, StopFlag())
    views: list[object] = [{}, {**asked.view, "table": None}, {**asked.view, "options": {}}, None]
    for view in views:
        with pytest.raises(EngineError, match="no view"):
            ENGINE.answer(msgspec.structs.replace(asked, view=view), StopFlag())
    table = {**asked.view["table"], "deck_count": 39}
    broken = msgspec.structs.replace(asked, view={**asked.view, "table": table})
    with pytest.raises(EngineError, match="add up"):
        ENGINE.answer(broken, StopFlag())


def test_tokens_in_another_order_than_usual_are_worth_what_they_say() -> None:
    """A stranger's position may have them so."""
    table = table_of(dealt(random.Random(6)))
    tokens = (*table.tokens[:5], (1, 1, 1, 1, 1, 1, 2, 3, 4))
    odd = msgspec.structs.replace(table, tokens=tokens)
    state = HANSE.setup_at(HANSE.options("one-round", {}), odd, (0, 0))
    view = packed(Seen.of(HANSE.view(state, odd.seat), odd.seat))
    assert view.sums[5].tolist() == [0, 4, 7, 9, 10, 11, 12, 13, 14, 15]
    for strength in STRENGTHS:
        reply = answer(state, strength)
        assert reply.turn in HANSE.legal_turns(state, odd.seat)
