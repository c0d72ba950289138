"""What every registered game owes the services: the protocol's promises, on random play."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from libs.rules import explain, registry
from libs.rules.game import (
    FIRST,
    SECOND,
    SPECTATOR,
    Deal,
    Ended,
    IllegalMoveError,
    Pause,
    Pending,
    Rules,
    Seat,
    Turn,
    Viewer,
)

pytestmark = pytest.mark.contract

GAMES = registry.game_keys()
VIEWERS: tuple[Viewer, ...] = (FIRST, SECOND, SPECTATOR)
LONGEST = 5_000


def starts(key: str) -> Iterator[tuple[Rules[Any], Any, random.Random]]:
    """A few games of each variant, each with its own dice."""
    rules = registry.current(key)
    for variant in rules.variants:
        for seed in range(4):
            rnd = random.Random(f"{key} {variant} {seed}")
            yield rules, rules.setup(rules.options(variant, {})), rnd


def shuffled(deal: Deal, rnd: random.Random) -> dict[str, list[str | int]]:
    return {name: rnd.sample(list(items), len(items)) for name, items in deal.items.items()}


def step(rules: Rules[Any], state: Any, pending: Pending, rnd: random.Random) -> Any:
    """One step of play: a random legal turn, a deal or the end of a pause."""
    match pending:
        case Turn(seat):
            return rules.play(state, rnd.choice(rules.legal_turns(state, seat)))
        case Deal():
            return rules.deal(state, shuffled(pending, rnd))
        case Pause():
            return rules.resume(state)
        case Ended():
            raise AssertionError("nothing follows the end")


@pytest.mark.parametrize("key", GAMES)
def test_random_play_comes_to_an_end_that_can_be_explained(key: str) -> None:
    for rules, start, rnd in starts(key):
        state = start
        for _ in range(LONGEST):
            pending = rules.pending(state)
            if isinstance(pending, Ended):
                assert explain.ending(key, pending.outcome.reason)
                assert all(rules.legal_turns(state, viewer) == [] for viewer in VIEWERS)
                break
            state = step(rules, state, pending, rnd)
        else:
            pytest.fail(f"no end of {key} after {LONGEST} steps")


@pytest.mark.parametrize("key", GAMES)
def test_exactly_the_listed_turns_are_accepted(key: str) -> None:
    for rules, start, rnd in starts(key):
        state, known = start, ["", "x", "take gold", "d7", "a1-a2", "\x00", "ä" * 999]
        for _ in range(60):
            pending = rules.pending(state)
            if isinstance(pending, Ended):
                break
            if isinstance(pending, Turn):
                turns = rules.legal_turns(state, pending.seat)
                assert turns == sorted(set(turns))
                for turn in turns:
                    rules.check(state, turn)
                for text in {*known, *(t.upper() for t in turns), *(t + " " for t in turns)}:
                    if text not in turns:
                        with pytest.raises(IllegalMoveError) as caught:
                            rules.check(state, text)
                        assert explain.refusal(key, caught.value.code)
                known = [*known[-40:], *rnd.sample(turns, min(3, len(turns)))]
            state = step(rules, state, pending, rnd)


@pytest.mark.parametrize("key", GAMES)
def test_everybody_sees_who_acts_and_nobody_acts_twice_without_chance_between(key: str) -> None:
    """Computers are called when the other has played, and look at their view for their turn."""
    for rules, start, rnd in starts(key):
        state, last = start, None
        for _ in range(200):
            pending = rules.pending(state)
            acting = pending.seat if isinstance(pending, Turn) else None
            assert [rules.view(state, viewer)["seat"] for viewer in VIEWERS] == [acting] * 3
            if isinstance(pending, Ended):
                break
            assert not (isinstance(last, Turn) and last == pending)
            state, last = step(rules, state, pending, rnd), pending


@pytest.mark.parametrize("key", GAMES)
def test_following_what_was_shown_gives_the_view(key: str) -> None:
    for rules, start, rnd in starts(key):
        state, views = start, {viewer: rules.view(start, viewer) for viewer in VIEWERS}
        for _ in range(400):
            pending = rules.pending(state)
            if isinstance(pending, Ended):
                break
            state = followed_step(rules, state, views, rnd)
            for viewer in VIEWERS:
                view = rules.view(state, viewer)
                assert through_json(views[viewer]) == view == through_json(view)


def followed_step(
    rules: Rules[Any], state: Any, views: dict[Viewer, Any], rnd: random.Random
) -> Any:
    """One step of play; each view follows what its viewer was shown. A pause shows nothing."""
    pending = rules.pending(state)
    if isinstance(pending, Turn):
        turn = rnd.choice(rules.legal_turns(state, pending.seat))
        for viewer in VIEWERS:
            shown = through_json(rules.shown(state, turn, viewer))
            views[viewer] = rules.follow(views[viewer], viewer, turn, shown)
        return rules.play(state, turn)
    if isinstance(pending, Deal):
        dealt = shuffled(pending, rnd)
        for viewer in VIEWERS:
            shown = through_json(rules.shown_deal(state, dealt, viewer))
            views[viewer] = rules.follow_deal(views[viewer], viewer, shown)
        return rules.deal(state, dealt)
    return rules.resume(state)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("key", GAMES)
def test_an_open_game_shows_everybody_the_same(key: str) -> None:
    for rules, start, rnd in starts(key):
        if rules.has_secrets():
            continue
        state = start
        while not isinstance(pending := rules.pending(state), Ended):
            assert rules.view(state, FIRST) == rules.view(state, SECOND)
            assert rules.view(state, FIRST) == rules.view(state, SPECTATOR)
            state = step(rules, state, pending, rnd)


@pytest.mark.parametrize("key", GAMES)
def test_nobody_is_told_the_turns_of_another(key: str) -> None:
    for rules, start, rnd in starts(key):
        state = start
        for _ in range(100):
            pending = rules.pending(state)
            if isinstance(pending, Ended):
                break
            for viewer in VIEWERS:
                if not isinstance(pending, Turn) or viewer != pending.seat:
                    assert rules.legal_turns(state, viewer) == []
            state = step(rules, state, pending, rnd)


@pytest.mark.parametrize("key", GAMES)
def test_a_replay_of_the_same_turns_is_the_same_game(key: str) -> None:
    for rules, start, rnd in starts(key):
        first, second = start, start
        for _ in range(200):
            pending = rules.pending(first)
            if isinstance(pending, Ended):
                break
            dice = rnd.random()
            first = step(rules, first, pending, random.Random(dice))
            second = step(rules, second, rules.pending(second), random.Random(dice))
            assert rules.view(first, Seat(0)) == rules.view(second, Seat(0))


@pytest.mark.parametrize("key", GAMES)
def test_what_lies_hidden_can_be_shuffled_anew_and_nobody_sees_it(key: str) -> None:
    """Only where a seat is to act: there turns are taken back."""
    for rules, start, rnd in starts(key):
        state = start
        for _ in range(200):
            pending, hidden = rules.pending(state), rules.reshuffle(state)
            assert (hidden is not None) is (rules.has_secrets() and isinstance(pending, Turn))
            if isinstance(pending, Ended):
                break
            if hidden is not None:
                other = rules.reshuffled(state, order := shuffled(hidden, rnd))
                assert rules.reshuffle(other) == Deal(order)
                assert rules.reshuffled(other, hidden.items) == state
                for viewer in VIEWERS:
                    assert rules.view(other, viewer) == rules.view(state, viewer)
                    assert rules.legal_turns(other, viewer) == rules.legal_turns(state, viewer)
            state = step(rules, state, pending, rnd)


@pytest.mark.parametrize("key", GAMES)
def test_after_a_reshuffle_it_is_as_if_that_had_been_dealt(key: str) -> None:
    """The end of each dealt pile is exchanged; the turns since the deal lead to the same state."""
    for rules, start, rnd in starts(key):
        state, before = start, start
        dealt: dict[str, list[str | int]] = {}
        turns: list[str] = []
        for _ in range(200):
            pending, hidden = rules.pending(state), rules.reshuffle(state)
            if isinstance(pending, Ended):
                break
            if hidden is not None and rnd.random() < 0.2:
                order = shuffled(hidden, rnd)
                state = rules.reshuffled(state, order)
                dealt = {name: pile[: len(pile) - len(order[name])] + order[name]
                         for name, pile in dealt.items()}  # fmt: skip
                again = rules.deal(before, dealt)
                for turn in turns:
                    again = rules.play(again, turn)
                assert again == state
            if isinstance(pending, Turn):
                turns.append(turn := rnd.choice(rules.legal_turns(state, pending.seat)))
                state = rules.play(state, turn)
            elif isinstance(pending, Deal):
                before, dealt, turns = state, shuffled(pending, rnd), []
                state = rules.deal(state, dealt)
            else:
                state = rules.resume(state)
