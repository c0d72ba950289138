"""Turns taken back against a computer where cards are hidden: what would have come is a secret."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.contracts.games import (
    ClockReading,
    GameEnded,
    PlayTurn,
    Reshuffled,
    Resign,
    TakeBack,
    TurnsTakenBack,
)
from libs.rules.game import FIRST
from libs.testkit.fairness import Replay
from services.games.decider import Fact, evolve, initial_state
from services.games.decider.undo import MOST_SECRETS
from services.games.handlers.codec import GameCodec
from tests.unit.services.games.matches import (
    CHOICES,
    COMPUTER,
    VIEWERS,
    acting,
    begun,
    chain,
    followed,
    frames,
    in_piles,
    play,
    row,
    step,
    table_of,
    views,
    without_piles,
)
from tests.unit.services.games.session import STRANGER, WHITE


@given(
    seat=st.integers(0, 1), variant=st.sampled_from(["one-round", "battlehanse"]), choices=CHOICES
)
def test_all_is_as_it_was_but_for_the_order_of_what_lies_hidden(
    seat: int, variant: str, choices: list[int]
) -> None:
    session = begun(seat, variant)
    at = {session.game.position: session.game}
    for choice in choices:
        before = len(session.facts)
        step(session, choice)
        game = session.game
        added = [fact.event for fact in session.facts[before:]]
        for back in added:
            if not isinstance(back, TurnsTakenBack):
                continue
            then = at[back.to]
            assert [type(event) for event in added] == [TurnsTakenBack, Reshuffled]
            assert (game.position, game.version) == (before + 1, before + 2)
            assert views(game) == views(then)
            assert without_piles(table_of(game)) == without_piles(table_of(then))
            assert in_piles(table_of(game)) == in_piles(table_of(then))
            assert acting(game) == seat
            assert game.plies == then.plies
        at[game.position] = game
        assert session.replayed() == game


@given(seat=st.integers(0, 1), choices=CHOICES)
def test_whoever_follows_the_frames_sees_what_a_snapshot_shows(
    seat: int, choices: list[int]
) -> None:
    session = begun(seat)
    for choice in choices:
        step(session, choice)
    for viewer in VIEWERS:
        expected = session.game.rules.view(session.game.table, viewer)
        assert followed(session, viewer) == json.loads(msgspec.json.encode(expected))


@given(seat=st.integers(0, 1), choices=CHOICES)
def test_every_promise_is_kept_and_every_card_is_the_one_that_lay_there(
    seat: int, choices: list[int]
) -> None:
    session = begun(seat)
    for choice in choices:
        step(session, choice)
    if session.game.ended is None:
        session.send(WHITE, Resign())
    replay = Replay([fact.event for fact in session.facts])
    assert replay.tables[-1] == session.game.table
    ended = session.facts[-1].event
    assert isinstance(ended, GameEnded)
    kept = [fact.secret.owner for fact in session.facts if fact.secret and fact.secret.owner]
    assert ended.deal_secrets == kept


@given(seat=st.integers(0, 1), choices=CHOICES)
def test_the_log_reads_back_as_it_was_written(seat: int, choices: list[int]) -> None:
    session = begun(seat)
    for choice in choices:
        step(session, choice)
    decoded = [GameCodec().decode(row(n, fact)) for n, fact in enumerate(session.facts, 1)]
    written = [Fact(fact.at_ms, fact.event, fact.secret) for fact in session.facts]
    assert [msgspec.json.encode(fact) for fact in decoded] == [
        msgspec.json.encode(fact) for fact in written
    ]
    state = initial_state()
    for fact in decoded:
        state = evolve(state, fact)
    assert state is not None
    assert (state.table, state.position) == (session.game.table, session.game.position)
    assert chain(state) == chain(session.game)


def test_no_frame_tells_the_new_order() -> None:
    session = begun()
    play(session, 0)
    play(session, 0)
    session.send(WHITE, TakeBack(session.game.position))
    shuffle = session.facts[-1]
    assert isinstance(shuffle.event, Reshuffled)
    assert shuffle.secret is not None
    assert shuffle.secret.seats == (None, None)
    for viewer in VIEWERS:
        sent = frames(session, viewer)[-1]
        assert sent["data"].keys() == {"type", "commitment"}
        assert "shown" not in sent


def test_what_comes_after_it_is_not_what_would_have_come() -> None:
    """By the same turns: of so many attempts none lays out the same cards in the same order."""
    session = begun()
    orders = {table_of(session.game).deck}
    for _ in range(20):
        play(session, 0)
        session.send(WHITE, TakeBack(session.game.position))
        orders.add(table_of(session.game).deck)
    assert len(orders) == 21


def test_turn_after_turn_is_taken_back_down_to_the_deal_and_no_further() -> None:
    session = begun()
    first = session.game
    for choice in (3, 1, 4, 1, 5, 8):
        play(session, choice)
    for plies in (4, 2, 0):
        assert session.refusal(WHITE, TakeBack(session.game.position)) == ""
        assert session.game.plies == plies
    assert views(session.game) == views(first)
    assert session.refusal(WHITE, TakeBack(session.game.position)) == "nothing_to_take_back"


def test_a_turn_that_was_meant_for_what_is_gone_is_stale() -> None:
    session = begun()
    play(session, 0)
    gone = session.game.position
    session.send(WHITE, TakeBack(gone))
    legal = session.game.rules.legal_turns(session.game.table, FIRST)[0]
    for position in (gone, session.game.version):
        assert session.refusal(WHITE, PlayTurn(position, legal)) == "stale_position"
    assert session.refusal(COMPUTER, PlayTurn(session.game.position, legal)) == "not_your_turn"
    assert session.refusal(WHITE, PlayTurn(session.game.position, legal)) == ""


@pytest.mark.parametrize("actor", [COMPUTER, STRANGER])
def test_nobody_else_takes_back(actor: str) -> None:
    session = begun()
    play(session, 0)
    play(session, 0)
    before = len(session.facts)
    assert session.refusal(actor, TakeBack(session.game.position)) in (
        "practice_only",
        "not_a_player",
    )
    assert len(session.facts) == before


def test_a_deal_is_a_border() -> None:
    """A round that has been scored stays so."""
    session = begun(variant="battlehanse")
    while session.game.pause is None:
        play(session, 0)
    assert session.refusal(WHITE, TakeBack(session.game.position)) == "paused"
    step(session, 0)
    assert session.game.earlier is None
    assert session.refusal(WHITE, TakeBack(session.game.position)) == "nothing_to_take_back"


def test_the_clock_stands_and_the_next_turn_begins_a_chain_of_its_own() -> None:
    session = begun()
    play(session, 0)
    first = chain(session.game)
    play(session, 0)
    session.send(WHITE, TakeBack(session.game.position))
    assert ClockReading.of(session.game.clock) == ClockReading((0, 0), None)
    assert chain(session.game) == []
    play(session, 0)
    (again,) = chain(session.game)
    assert [again] != first, "what lies hidden has another order"


@pytest.mark.parametrize("turns", [4, 40])
def test_a_turn_adds_one_table_to_the_chain_however_long_it_is(turns: int) -> None:
    session = begun()
    for choice in range(turns):
        before = session.game.earlier
        play(session, choice)
        assert session.game.earlier is not None
        assert session.game.earlier.before is before


def test_there_is_an_end_to_it() -> None:
    """The end tells all secrets at once, and that event must stay small enough to be sent."""
    session = begun()
    for _ in range(MOST_SECRETS - 1):
        play(session, 0)
        assert session.refusal(WHITE, TakeBack(session.game.position)) == ""
    play(session, 0)
    assert session.refusal(WHITE, TakeBack(session.game.position)) == "taken_back_too_often"
    play(session, 0)
    session.send(WHITE, Resign())
    assert len(msgspec.json.encode(session.facts[-1].event)) < 500_000
