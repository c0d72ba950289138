"""What a seat may not know changes nothing: not the question, not what is made of it, not the
answer. And samples are rounds that could be.
"""

import random
from collections import Counter

import msgspec
import numpy as np
import pytest

from libs.engines.hanse import HanseEngine
from libs.engines.hanse.kernel import board as at
from libs.engines.hanse.kernel.dealing import deal
from libs.engines.hanse.packing import MOST_COUNCIL, packed
from libs.engines.hanse.seen import Seen
from libs.engines.stopping import StopFlag
from libs.rules.hanse.goods import CARDS, COUNCIL, GOODS, HORSE, TIERS
from libs.rules.strength import STRENGTHS
from tests.unit.libs.engines.hanse.rounds import (
    HANSE,
    dealt,
    goods_of,
    question,
    random_states,
    table_of,
)
from tests.unit.libs.engines.hanse.rounds import deal as next_deal
from tests.unit.libs.rules.hanse.reshuffle import reshuffled

pytestmark = pytest.mark.contract

ENGINE = HanseEngine(most_samples=12)
UNLIMITED_S = 600.0


def test_whole_matches_with_everything_hidden_reshuffled_at_each_turn() -> None:
    """The same questions, byte for byte, and by the same seed the same answers."""
    dice, turns = random.Random(4), 0
    for strength in STRENGTHS:
        state = dealt(dice, "battlehanse")
        while state.stage != "end":
            if state.stage != "turn":
                state = next_deal(HANSE.resume(state), dice)
                continue
            seat = table_of(state).seat
            asked = question(state, strength, seconds=UNLIMITED_S, seed=turns)
            other = reshuffled(state, seat, dice)
            again = question(other, strength, seconds=UNLIMITED_S, seed=turns)
            assert msgspec.json.encode(asked) == msgspec.json.encode(again)
            answers = [ENGINE.answer(one, StopFlag()) for one in (asked, again)]
            one, two = (msgspec.structs.replace(answer, seconds=0.0) for answer in answers)
            assert one == two
            state, turns = HANSE.play(state, one.turn), turns + 1
    assert turns > 200


def test_a_question_names_no_hidden_card() -> None:
    for state, _ in random_states(20):
        table = table_of(state)
        seat, other = table.seat, 1 - table.seat
        view = msgspec.json.decode(msgspec.json.encode(question(state, "strong")))["view"]["table"]
        assert "deck" not in view
        assert "council" not in view
        assert view["hands"][other] is None
        assert all(value is None for _, value in view["won_council"][other])
        named = Counter(view["market"]) + Counter(view["hands"][seat])
        named += Counter(view["known"][other]) + Counter(view["sold"])
        named["horse"] += sum(view["stables"])
        hidden = view["deck_count"] + view["hand_count"][other] - sum(view["known"][other].values())
        assert sum(named.values()) + hidden == sum(CARDS)


def test_the_struct_of_what_is_seen_is_the_same_for_all_rounds_that_look_alike() -> None:
    dice = random.Random(1)
    for state, _ in random_states(15):
        seat = table_of(state).seat
        seen = [Seen.of(HANSE.view(s, seat), seat) for s in (state, reshuffled(state, seat, dice))]
        assert msgspec.json.encode(seen[0]) == msgspec.json.encode(seen[1])


def test_a_sample_has_all_cards_and_tokens_and_everything_that_was_seen() -> None:
    dice = np.array([7], np.uint64)
    for state, _ in random_states(25):
        seat = table_of(state).seat
        seen = Seen.of(HANSE.view(state, seat), seat)
        view = packed(seen)
        board, deck = view.board.copy(), np.zeros(64, np.int64)
        council = np.zeros((len(TIERS), MOST_COUNCIL), np.int64)
        deal(board, deck, council, view, dice)
        pile = Counter(deck[: seen.deck_left].tolist())
        other = goods_of(board, 1)
        for kind in GOODS:
            cards = board[at.MARKET + kind] + board[at.HOLDING + kind] + other[kind]
            assert cards + seen.sold[kind] + pile[kind] == CARDS[kind]
            assert other[kind] >= seen.other.known[kind]
        assert sum(other) == seen.other.hidden + sum(seen.other.known)
        horses = board[at.MARKET + HORSE] + seen.own.horses + seen.other.horses
        assert horses + pile[HORSE] == CARDS[HORSE]
        hidden = sum(int(council[tier, : seen.council_left[tier]].sum()) for tier in range(3))
        own = sum(map(sum, seen.own.council))
        assert hidden + own + board[at.COUNCIL_POINTS + 1] == sum(map(sum, COUNCIL))
        same = np.ones(at.SIZE, np.bool_)
        same[at.HOLDING + at.KINDS : at.HOLDING + at.KINDS + len(GOODS)] = False
        same[at.COUNCIL_POINTS + 1] = False
        assert board[same].tolist() == view.board[same].tolist()


def test_samples_put_every_hidden_card_everywhere_it_could_be_and_evenly() -> None:
    state = dealt(random.Random(3))
    seat = table_of(state).seat
    seen = Seen.of(HANSE.view(state, seat), seat)
    view, dice = packed(seen), np.array([5], np.uint64)
    board, deck = view.board.copy(), np.zeros(64, np.int64)
    council = np.zeros((len(TIERS), MOST_COUNCIL), np.int64)
    rounds, held, first, value = 4000, np.zeros(len(GOODS)), Counter[int](), Counter[int]()
    for _ in range(rounds):
        deal(board, deck, council, view, dice)
        held += goods_of(board, 1)
        first[int(deck[seen.deck_left - 1])] += 1
        value[int(council[0, len(COUNCIL[0]) - 1])] += 1
    pool = seen.hidden_cards()
    goods = sum(pool[:HORSE])
    for kind in GOODS:
        expected = seen.other.hidden * pool[kind] / goods
        assert held[kind] / rounds == pytest.approx(expected, rel=0.15)
        left = (pool[kind] - expected) / seen.deck_left
        assert first[kind] / rounds == pytest.approx(left, rel=0.25)
    assert first[HORSE] / rounds == pytest.approx(pool[HORSE] / seen.deck_left, rel=0.25)
    for points in set(COUNCIL[0]):
        share = COUNCIL[0].count(points) / len(COUNCIL[0])
        assert value[points] / rounds == pytest.approx(share, rel=0.2)
