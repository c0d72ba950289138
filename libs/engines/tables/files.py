"""One file a rule set: two headers that are written by turns, then the tables at fixed places."""

import os
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from libs.engines.tables.rulesets import RuleSet, pairs
from libs.engines.tables.symmetry import class_size

MAGIC: Final = b"MUEHLE\x00\x01"
VERSION: Final = 1
SLOT: Final = 32 * 1024
SLOTS: Final = 2
DATA: Final = SLOT * SLOTS
ENDING: Final = ".tables"
_CHUNK: Final = 1 << 22


class TableFileError(Exception):
    """A file that is there but can't be used; `path` says which, the text why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Table(msgspec.Struct, frozen=True):
    """A finished table: counts of stones, bytes, CRC-32 of these, and what it holds.

    Positions are counted as placements on the board, not modulo symmetry; `longest` is the longest
    win for the side to move in turns of both sides, the winning one included.
    """

    own: int
    opp: int
    size: int
    crc: int
    wins: int
    draws: int
    losses: int
    longest: int


class Contents(msgspec.Struct, frozen=True):
    """A header: which rules, which tables are finished, and how often it has been written."""

    version: int
    rules: str
    serial: int
    tables: tuple[Table, ...]

    def stones(self) -> int:
        """The most stones of which all tables are finished; 0 without any."""
        have = {(table.own, table.opp) for table in self.tables}
        whole = 0
        for total in range(6, max(map(sum, have), default=0) + 1):
            if not have.issuperset(pairs(total)):
                break
            whole = total
        return whole


def path_of(folder: Path, rules: RuleSet) -> Path:
    """Where the tables of a rule set are kept."""
    return folder / f"{rules.name}{ENDING}"


@cache
def place_of(own: int, opp: int) -> int:
    """The first byte of a table behind the headers, the same in every file."""
    place = 0
    for pair in pairs(own + opp):
        if pair == (own, opp):
            return place
        place += class_size(*pair)
    raise ValueError(f"no table of {own} against {opp}")


def read_contents(path: Path, rules: RuleSet) -> Contents:
    """The newest whole header. Raises TableFileError, OSError; does not check the tables' bytes."""
    with path.open("rb") as file:
        head = file.read(DATA)
        length = file.seek(0, os.SEEK_END)
    found = [_decode(head[SLOT * slot : SLOT * (slot + 1)]) for slot in range(SLOTS)]
    whole = [contents for contents in found if contents is not None]
    if not whole:
        raise TableFileError(path, "no whole header")
    newest = max(whole, key=lambda contents: contents.serial)
    if newest.version != VERSION or newest.rules != rules.name:
        raise TableFileError(path, f"version {newest.version} of {newest.rules!r}")
    for table in newest.tables:
        if table.size != class_size(table.own, table.opp):
            raise TableFileError(path, f"{table.own} v {table.opp} has a wrong size")
        if DATA + place_of(table.own, table.opp) + table.size > length:
            raise TableFileError(path, "the end is missing")
    return newest


def _decode(slot: bytes) -> Contents | None:
    if slot[: len(MAGIC)] != MAGIC:
        return None
    start = len(MAGIC) + 8
    length = int.from_bytes(slot[len(MAGIC) : len(MAGIC) + 4], "little")
    body = slot[start : start + length]
    if zlib.crc32(body) != int.from_bytes(slot[len(MAGIC) + 4 : start], "little"):
        return None
    try:
        return msgspec.json.decode(body, type=Contents)
    except msgspec.DecodeError:
        return None


def write_contents(path: Path, contents: Contents) -> None:
    """Writes a header over the older one, on the disk when this returns. Raises OSError."""
    body = msgspec.json.encode(contents)
    head = MAGIC + len(body).to_bytes(4, "little") + zlib.crc32(body).to_bytes(4, "little")
    with _opened(path) as file:
        file.seek(SLOT * (contents.serial % SLOTS))
        file.write(head + body)
        file.flush()
        os.fsync(file.fileno())


def write_table(path: Path, own: int, opp: int, data: NDArray[np.uint8]) -> None:
    """Puts a table's bytes in their place, on the disk when this returns. Raises OSError."""
    with _opened(path) as file:
        file.seek(DATA + place_of(own, opp))
        file.write(data.tobytes())
        file.flush()
        os.fsync(file.fileno())


def _opened(path: Path) -> BinaryIO:
    """For writing at any place; made if it is not there."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    return os.fdopen(descriptor, "r+b")


def broken_tables(path: Path, tables: Iterable[Table]) -> list[Table]:
    """Those whose bytes do not have their checksum. Raises OSError."""
    broken = []
    with path.open("rb") as file:
        for table in tables:
            file.seek(DATA + place_of(table.own, table.opp))
            left, crc = table.size, 0
            while left and (chunk := file.read(min(left, _CHUNK))):
                crc = zlib.crc32(chunk, crc)
                left -= len(chunk)
            if left or crc != table.crc:
                broken.append(table)
    return broken
