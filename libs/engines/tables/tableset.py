"""The tables of one rule set, mapped read-only into memory; empty where there are no files."""

import logging
import mmap
from pathlib import Path
from typing import Final, Literal, NamedTuple

import numpy as np

from libs.engines.tables.files import (
    DATA,
    Contents,
    TableFileError,
    path_of,
    place_of,
    read_contents,
)
from libs.engines.tables.lookup import EMPTY, Lookup, lookup_of
from libs.engines.tables.probing import DECISIVE, DRAW, UNKNOWN, probe
from libs.engines.tables.rulesets import RuleSet
from libs.engines.tables.symmetry import COUNTS

_LOG: Final = logging.getLogger(__name__)
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


class OpenTables:
    """The tables in a folder, each file opened once and again when more has been built into it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: dict[RuleSet, tuple[int, TableSet]] = {}

    def of(self, rules: RuleSet) -> TableSet:
        """The tables for these rules as they are now; none if they are missing or broken."""
        changed_at = self._changed_at(rules)
        known = self._opened.get(rules)
        if known is None or known[0] != changed_at:
            self._opened[rules] = known = changed_at, self._open(rules)
        return known[1]

    def _changed_at(self, rules: RuleSet) -> int:
        """When the file was last written to, in nanoseconds; 0 if there is none."""
        try:
            return path_of(self._folder, rules).stat().st_mtime_ns
        except OSError:
            return 0

    def _open(self, rules: RuleSet) -> TableSet:
        try:
            return load(self._folder, rules)
        except (TableFileError, OSError) as error:
            _LOG.warning("endgame tables are left out: %s", error)
            return NO_TABLES
