"""Symmetries keep the boards' lines; combinations have the places that the formula gives them."""

from __future__ import annotations

from math import comb

import numpy as np

from libs.engines.tables.symmetry import class_size, combinations, moved, orbits, permutations
from libs.rules.mills.board import BOARDS


def test_there_are_sixteen_and_each_keeps_all_mills_and_neighbours() -> None:
    assert len({tuple(targets) for targets in permutations()}) == 16
    for board in BOARDS.values():
        lines = set(board.mills)
        for symmetry in range(16):
            images = moved(np.array(board.mills, np.uint32), symmetry)
            assert {int(image) for image in images} == lines
            around = moved(np.array(board.neighbours, np.uint32), symmetry)
            for point, target in enumerate(permutations()[symmetry]):
                assert int(around[point]) == board.neighbours[target]


def test_the_first_symmetry_changes_nothing() -> None:
    assert permutations()[0] == list(range(24))


def test_combinations_come_in_order_and_are_all() -> None:
    sets = combinations(10, 4)
    assert len(sets) == comb(10, 4)
    assert (np.diff(sets.astype(np.int64)) > 0).all()
    assert all(int(bits).bit_count() == 4 for bits in sets)


def test_every_set_is_taken_to_the_lowest_of_its_class() -> None:
    lowest, places = orbits(3)
    sets = combinations(24, 3)
    for bits, place in zip(sets[::17], places[::17], strict=True):
        images = {int(moved(np.array([bits], np.uint32), symmetry)[0]) for symmetry in range(16)}
        least = int(lowest[place >> 4])
        assert least == min(images)
        assert int(moved(np.array([bits], np.uint32), int(place & 15))[0]) == least
    assert len(lowest) == 158  # of 2,024 sets; Burnside's lemma gives the same
    assert class_size(3, 3) == 158 * comb(21, 3)
