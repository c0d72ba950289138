"""The tables say what the rules say: known numbers, the handed endgames, turn by turn."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from pathlib import Path

import msgspec
import pytest

from libs.engines.tables.checking import (
    MILLS,
    POINTS,
    Endgames,
    check_samples,
    goodness,
    naive_value,
    state_of,
    told_by,
    told_of,
    value_of,
    values_of_turns,
)
from libs.engines.tables.files import path_of, read_contents
from libs.engines.tables.rulesets import RULE_SETS
from libs.engines.tables.tableset import load
from tests.contract.engines.tables.conftest import LARGER

GOLDEN = Path(__file__).parents[3] / "golden" / "endgames.json"
PLACEMENTS = comb(24, 3) * comb(21, 3)
RULES = pytest.mark.parametrize("name", RULE_SETS)


def test_three_against_three_with_flying_has_the_known_numbers(tables_folder: Path) -> None:
    rules = RULE_SETS["nine-flying-protected"]
    table = read_contents(path_of(tables_folder, rules), rules).tables[0]
    assert (table.wins, table.draws, table.losses) == (2_232_160, 4_112, 455_648)
    assert table.longest == 25


@RULES
def test_every_placement_is_counted_once(tables_folder: Path, name: str) -> None:
    rules = RULE_SETS[name]
    for table in read_contents(path_of(tables_folder, rules), rules).tables:
        placements = comb(24, table.own) * comb(24 - table.own, table.opp)
        assert table.wins + table.draws + table.losses == placements


@RULES
def test_a_value_is_the_best_of_its_turns_by_the_rules_alone(
    tables_folder: Path, name: str
) -> None:
    rules = RULE_SETS[name]
    assert check_samples(rules, load(tables_folder, rules), 80) == []


@pytest.mark.parametrize("name", LARGER)
def test_the_naive_check_sees_wins_draws_and_losses(tables_folder: Path, name: str) -> None:
    tables, dice = load(tables_folder, RULE_SETS[name]), random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(400):
        own, opp = dice.choice([(3, 3), (3, 4), (4, 3)])
        points = dice.sample(POINTS, own + opp)
        state = state_of(RULE_SETS[name], points[:own], points[own:])
        known = value_of(tables, state)
        assert known == naive_value(tables, state)
        assert known is not None
        seen[known.value] += 1
    assert min(seen[value] for value in ("win", "draw", "loss")) >= 1


def test_the_handed_endgames_that_small_tables_hold(tables_folder: Path) -> None:
    sets = {rules: load(tables_folder, rules) for rules in RULE_SETS.values()}
    told = [
        (told_by(case), found)
        for case in msgspec.json.decode(GOLDEN.read_bytes(), type=Endgames).positions
        if (found := told_of(sets[case.rules], case)) is not None
    ]
    assert len(told) == 23
    assert [found for _, found in told] == [expected for expected, _ in told]


@pytest.mark.parametrize("name", LARGER)
def test_a_win_played_by_the_tables_takes_as_many_turns_as_they_say(
    tables_folder: Path, name: str
) -> None:
    tables, dice = load(tables_folder, RULE_SETS[name]), random.Random(9)
    lengths: set[int] = set()
    while len(lengths) < 6:
        points = dice.sample(POINTS, 7)
        state = state_of(RULE_SETS[name], points[:3], points[3:])
        known = value_of(tables, state)
        assert known is not None
        if known.value == "draw" or known.turns in lengths:
            continue
        lengths.add(known.turns)
        winner = state.seat if known.value == "win" else 1 - state.seat
        for _ in range(known.turns):
            assert state.outcome is None
            values = values_of_turns(tables, state)
            assert values
            state = MILLS.play(state, max(values, key=lambda turn: goodness(values[turn])))
        assert state.outcome is not None
        assert state.outcome.winner == winner
