"""The tables of one rule set, mapped read-only into memory; empty where there are no files."""

import mmap
from pathlib import Path
from typing import Final, Literal, NamedTuple

import numpy as np

from libs.engines.tables.files import DATA, Contents, path_of, place_of, read_contents
from libs.engines.tables.lookup import EMPTY, Lookup, lookup_of
from libs.engines.tables.probing import DECISIVE, DRAW, UNKNOWN, probe
from libs.engines.tables.rulesets import RuleSet
from libs.engines.tables.symmetry import COUNTS

NOTHING: Final = Contents(version=0, rules="", serial=0, tables=())


class Known(NamedTuple):
    """What a table knows of a position, for the side to move; `turns` of both sides."""

    value: Literal["win", "draw", "loss"]
    turns: int


class TableSet(NamedTuple):
    """`lookup` is for kernels; `contents` says which tables there are."""

    lookup: Lookup
    contents: Contents

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be looked up."""
        return not self.contents.tables

    def known(self, own: int, opp: int) -> Known | None:
        """The value for `own` to move with empty hands, or None where no table holds it."""
        score = int(probe(self.lookup, own, opp))
        if score == UNKNOWN:
            return None
        if score == DRAW:
            return Known("draw", 0)
        return Known("win" if score > DRAW else "loss", DECISIVE - abs(score))


NO_TABLES: Final = TableSet(EMPTY, NOTHING)


def load(folder: Path, rules: RuleSet) -> TableSet:
    """The finished tables of a rule set; `NO_TABLES` if there is no file.

    Reads the header and maps the rest. Raises TableFileError for a file that is not whole or of
    another rule set, OSError. Does not compare checksums of the tables: `files.broken_tables`.
    """
    path = path_of(folder, rules)
    if not path.exists():
        return NO_TABLES
    contents = read_contents(path, rules)
    if not contents.tables:
        return NO_TABLES
    offsets = np.full((COUNTS, COUNTS), -1, np.int64)
    for table in contents.tables:
        offsets[table.own, table.opp] = place_of(table.own, table.opp)
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    # Read ahead meanwhile: places are looked up at random, and the first search has a second.
    if hasattr(mmap, "MADV_WILLNEED"):
        mapped.madvise(mmap.MADV_WILLNEED)
    return TableSet(lookup_of(np.frombuffer(mapped, np.uint8, offset=DATA), offsets), contents)
