"""Looking up from inside compiled code, with tables and without."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from numba import njit, typeof

from libs.engines.tables.files import path_of
from libs.engines.tables.lookup import EMPTY, LOOKUP_TYPE
from libs.engines.tables.probing import DECISIVE, DRAW, UNKNOWN, probe
from libs.engines.tables.rulesets import RULE_SETS
from libs.engines.tables.symmetry import moved
from libs.engines.tables.tableset import NO_TABLES, Known, OpenTables, load
from libs.rules.mills.board import BOARDS

RULES = RULE_SETS["nine-flying-protected"]
BOARD = BOARDS["nine"]


@njit
def wins(lookup, owns, opps):
    """A kernel of somebody else's that looks up."""
    number = 0
    for i in range(len(owns)):
        number += probe(lookup, owns[i], opps[i]) > DRAW
    return number


def bits(points: str) -> int:
    return BOARD.layout.bits(points.split())


def test_without_files_everything_is_unknown(tmp_path: Path) -> None:
    tables = load(tmp_path, RULES)
    assert tables is NO_TABLES
    assert tables.is_empty
    assert probe(EMPTY, bits("a1 a4 a7"), bits("g1 g4 g7")) == UNKNOWN
    assert tables.known(bits("a1 a4 a7"), bits("g1 g4 g7")) is None


def test_a_kernel_is_compiled_once_for_tables_and_for_none(tables_folder: Path) -> None:
    tables = load(tables_folder, RULES)
    assert typeof(tables.lookup) == LOOKUP_TYPE
    owns, opps = np.array([bits("a1 a4 b2")]), np.array([bits("g1 g4 d2")])
    assert wins(tables.lookup, owns, opps) == 1
    assert wins(EMPTY, owns, opps) == 0
    assert len(wins.signatures) == 1


def test_wins_count_the_winning_turn_and_few_stones_have_lost(tables_folder: Path) -> None:
    tables = load(tables_folder, RULES)
    # a4 is closed from d6, by flying.
    assert tables.known(bits("a1 a7 d6"), bits("g1 g4 d2")) == Known("win", 1)
    assert probe(tables.lookup, bits("a1 a7 d6"), bits("g1 g4 d2")) == DECISIVE - 1
    assert probe(tables.lookup, bits("a1 a7"), bits("g1 g4 d2")) == -DECISIVE
    assert probe(tables.lookup, bits("g1 g4 d2"), bits("a1 a7")) == DECISIVE


def test_counts_without_a_table_are_unknown(tables_folder: Path) -> None:
    tables = load(tables_folder, RULES)
    assert probe(tables.lookup, bits("a1 a4 a7 b2"), bits("g1 g4 g7 d2")) == UNKNOWN
    assert probe(tables.lookup, bits("a1 a4 a7 b2"), bits("g1 g4 g7")) != UNKNOWN


def test_who_is_shut_in_has_lost_at_once(tables_folder: Path) -> None:
    tables = load(tables_folder, RULE_SETS["nine-plain-protected"])
    own, opp = bits("a1 a4 d1"), bits("a7 b4 d2 g1")
    assert tables.known(own, opp) == Known("loss", 0)


@pytest.mark.parametrize("stones", [3, 4])
def test_all_sixteen_images_of_a_position_have_its_value(tables_folder: Path, stones: int) -> None:
    tables, dice = load(tables_folder, RULES), np.random.default_rng(stones)
    for _ in range(200):
        points = dice.permutation(24)[: stones + 3]
        own = np.uint32(sum(1 << int(point) for point in points[:stones]))
        opp = np.uint32(sum(1 << int(point) for point in points[stones:]))
        pair = np.array([own, opp], np.uint32)
        images = [moved(pair, symmetry) for symmetry in range(16)]
        values = {probe(tables.lookup, int(a), int(b)) for a, b in images}
        assert len(values) == 1


def test_tables_built_meanwhile_are_seen(tables_folder: Path, tmp_path: Path) -> None:
    tables = OpenTables(tmp_path)
    assert tables.of(RULES).is_empty
    path = path_of(tmp_path, RULES)
    shutil.copy(path_of(tables_folder, RULES), path)
    opened = tables.of(RULES)
    assert not opened.is_empty
    assert tables.of(RULES) is opened
    path.write_bytes(b"no table")
    assert tables.of(RULES).is_empty
