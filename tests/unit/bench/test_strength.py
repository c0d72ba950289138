"""How strength is measured: shares with their errors, openings, and partners that never change."""

from __future__ import annotations

import random

import pytest

from libs.rules.mills import Mills
from tests.bench.strength.mills import opening, play_match
from tests.bench.strength.pairs import PAIRS, Pair
from tests.bench.strength.partners import greedy
from tests.bench.strength.tally import Tally, table

PAIR = Pair("mills", "greedy", "random", 10, 0.75)


def tally_of(*matches: list[float]) -> Tally:
    tally = Tally(PAIR)
    for points in matches:
        tally.add(points)
    return tally


def test_a_share_and_its_error_come_from_whole_matches() -> None:
    standing = tally_of([1, 1], [1, 0.5], [0, 1], [1, 1]).standing()
    assert (standing.games, standing.wins, standing.draws, standing.losses) == (8, 6, 1, 1)
    assert standing.score == pytest.approx(0.8125)
    # Means 1, 0.75, 0.5, 1: spread 0.2394, of four matches, times 1.96.
    assert standing.error == pytest.approx(0.2346, abs=1e-4)
    assert standing.is_reached


def test_a_clean_sweep_is_not_certain() -> None:
    few, many = tally_of([1, 1]).standing(), tally_of(*[[1.0, 1.0]] * 50).standing()
    assert 0 < many.error < few.error


def test_what_is_missed_is_shown_in_bold() -> None:
    standing = tally_of([1, 0], [0, 1]).standing()
    assert standing.is_reached is False
    assert "| **50.0%** |" in table([standing])


def test_every_pair_has_a_name_of_its_own() -> None:
    assert len({pair.name for pair in PAIRS}) == len(PAIRS)


def test_openings_differ_from_match_to_match_and_are_the_same_in_every_run() -> None:
    rules = Mills()
    texts = [rules.position(opening(random.Random(f"opening {n}"))) for n in range(50)]
    assert len(set(texts)) == 50
    assert texts[0] == "W:d1,f2 B:a1,b4 H:7,7 T:white"


def test_a_match_is_played_to_its_end_by_both_sides() -> None:
    points = play_match(PAIR, 0, 0.0)
    assert points == play_match(PAIR, 0, 0.0)
    assert len(points) == 2
    assert set(points) <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ("W:a4,a7 B:b4,d6 H:5,5 T:white", "a1xb4"),
        ("W:d2,f4,g7 B:b4,d1,d3,d5 H:0,0 T:white", "g7-d6"),
        ("W:a7,d7,g1,e4 B:b2,b4,c4,g4 H:0,0 T:white", "a7-a4"),
        ("W: B: H:9,9 T:white", "d2"),
    ],
)
def test_the_fixed_partner_plays_as_it_always_did(position: str, turn: str) -> None:
    rules = Mills()
    state = rules.setup_at(rules.options("battlemills-9", {}), position)
    assert greedy(state, random.Random(1)) == turn
