"""Nothing that a viewer may not know reaches it: view, turns and the referee's reply."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.rules.game import FIRST, SECOND, SPECTATOR, Deal, Ended, Pause, Viewer
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.layout import whole_table
from libs.rules.hanse.position import read_setup, read_table
from libs.rules.referee.answer import answer
from tests.unit.libs.rules.hanse.reshuffle import reshuffled
from tests.unit.libs.rules.hanse.tables import random_table, setup, table

pytestmark = pytest.mark.unit

HANSE = Hanse()
OPTIONS = HANSE.options(None, {})
VIEWERS: tuple[Viewer, ...] = (FIRST, SECOND, SPECTATOR)
SEEDS = st.integers(0, 2**32)


def after_some_play(seed: int) -> MatchState:
    """A match after some random steps, pauses and further rounds included."""
    rnd = random.Random(seed)
    state = HANSE.setup_at(OPTIONS, read_setup(setup(seed)), (rnd.randint(0, 1), 0))
    for _ in range(rnd.randint(0, 120)):
        pending = HANSE.pending(state)
        if isinstance(pending, Ended):
            break
        if isinstance(pending, Deal):
            dealt = {name: rnd.sample(list(c), len(c)) for name, c in pending.items.items()}
            state = HANSE.deal(state, dealt)
        elif isinstance(pending, Pause):
            state = HANSE.resume(state)
        else:
            turns = HANSE.legal_turns(state, pending.seat)
            sales = [turn for turn in turns if turn.startswith("sell")]
            state = HANSE.play(state, rnd.choice(sales if sales and rnd.random() < 0.3 else turns))
    return state


def reply(position: Any, viewer: Viewer) -> Any:
    request = {"game": "hanse", "position": position, "viewer": viewer}
    return json.loads(answer(json.dumps(request).encode()))


@given(SEEDS, st.sampled_from(VIEWERS))
@settings(max_examples=80, deadline=None)
def test_other_hidden_cards_make_no_difference_to_a_viewer(seed: int, viewer: Viewer) -> None:
    state = after_some_play(seed)
    other = reshuffled(state, viewer, random.Random(seed + 1))
    assert HANSE.view(other, viewer) == HANSE.view(state, viewer)
    assert HANSE.legal_turns(other, viewer) == HANSE.legal_turns(state, viewer)


@given(SEEDS, st.sampled_from(VIEWERS))
@settings(max_examples=80, deadline=None)
def test_the_referee_tells_a_viewer_nothing_more(seed: int, viewer: Viewer) -> None:
    table_said = random_table(random.Random(seed))
    state = HANSE.setup_at(OPTIONS, *read_table(table_said, 2, 40))
    other = reshuffled(state, viewer, random.Random(seed + 1))
    assert state.table
    assert other.table
    one = reply(whole_table(state.table), viewer)
    assert one["error"] is None
    assert one == reply(whole_table(other.table), viewer)


def test_reshuffling_does_change_what_is_hidden() -> None:
    states = [after_some_play(seed) for seed in range(40)]
    changed = [reshuffled(state, SPECTATOR, random.Random(1)) != state for state in states]
    assert sum(changed) > 30


def test_a_seat_learns_its_council_token_and_the_others_do_not() -> None:
    hands = [["cloth"] * 3, []]
    state = HANSE.setup_at(OPTIONS, *read_table(table(hands=hands), 2, 40))
    assert HANSE.shown(state, "sell cloth*3", FIRST) == {"council": 1}
    assert HANSE.shown(state, "sell cloth*3", SECOND) == {}
    assert HANSE.shown(state, "sell cloth*3", SPECTATOR) == {}
    after = HANSE.play(state, "sell cloth*3")
    council = [HANSE.view(after, viewer)["table"]["won_council"][0] for viewer in VIEWERS]
    assert council == [[[3, 1]], [[3, None]], [[3, None]]]


def test_refilled_cards_are_shown_to_everybody() -> None:
    state = HANSE.setup_at(OPTIONS, *read_table(table(), 2, 40))
    for viewer in VIEWERS:
        assert HANSE.shown(state, "horses", viewer) == {"refill": ["amber"] * 3}


def test_council_tokens_are_revealed_at_the_round_end_and_hands_at_the_match_end() -> None:
    said = table(
        market=["gold", "gold", "cloth", "salt", "horse"],
        hands=[["fur", "fur"], ["silver"]],
        council={**table()["council"], "3": [1, 1, 2, 2, 2, 3]},
        won_council=[[], [[3, 3]]],
        stables=[3, 1],
        exchanges=39,
    )
    ended, _ = read_table(said, 2, 40)
    for seals, hand in (((0, 0), None), ((1, 0), {"silver": 1})):
        state = HANSE.setup_at(OPTIONS, ended, seals)
        shown = HANSE.shown(state, "swap gold*2>fur*2", FIRST)
        assert shown["won_council"] == [[], [[3, 3]]]
        view = HANSE.view(HANSE.play(state, "swap gold*2>fur*2"), FIRST)
        assert view["table"]["won_council"] == [[], [[3, 3]]]
        assert view["table"]["hands"] == [{"gold": 2}, hand]


def test_a_view_holds_neither_deck_nor_council_piles() -> None:
    state = after_some_play(3)
    for viewer in VIEWERS:
        shown = HANSE.view(state, viewer)["table"]
        assert "deck" not in shown
        assert "council" not in shown
        assert shown["council_count"].keys() == {"3", "4", "5"}
    assert HANSE.has_secrets()
