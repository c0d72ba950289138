"""The commands that build and check tables, and what they say while they work."""

import argparse
import errno
import os
import time
from pathlib import Path
from typing import Final

from libs.engines.tables import texts
from libs.engines.tables.building import (
    AlreadyBuildingError,
    NoSpaceError,
    WorkerDiedError,
    build,
    cores_here,
)
from libs.engines.tables.checking import check_endgames, check_samples
from libs.engines.tables.files import TableFileError, broken_tables, path_of, read_contents
from libs.engines.tables.folder import folder_of
from libs.engines.tables.rulesets import PLAYED, RULE_SETS, RuleSet
from libs.engines.tables.solver import LongWinError
from libs.engines.tables.tableset import load
from libs.engines.tables.telling import Line, complain, say

FEWEST: Final = 6
MOST: Final = 12
FULL_DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


HANDLED: Final = (
    texts.WordError,
    AlreadyBuildingError,
    NoSpaceError,
    WorkerDiedError,
    LongWinError,
    TableFileError,
    OSError,
    KeyboardInterrupt,
)


def run(words: list[str]) -> int:
    """Runs one command; returns the exit status. Whatever a person can put right is a sentence."""
    chosen = _parser().parse_args(words)
    folder: Path = chosen.folder or folder_of(os.environ)
    try:
        rule_sets = _rule_sets(chosen.rules)
        if chosen.command == "build":
            return _build(folder, rule_sets, _stones(chosen.stones), chosen.cores or cores_here())
        if chosen.command == "verify":
            return _verify(folder, rule_sets)
        return _check(folder, rule_sets, chosen.endgames, chosen.samples)
    except HANDLED as error:
        complain(_sentence(error, str(folder)))
        return 1


def _sentence(error: BaseException, folder: str) -> str:
    match error:
        case NoSpaceError():
            return texts.no_space(folder, error.needed, error.free)
        case TableFileError():
            return texts.broken(str(error.path), error.reason)
        case OSError() if error.errno in FULL_DISK:
            return texts.disk_full(folder)
        case OSError():
            return texts.not_usable(folder, error.strerror or str(error))
        case _:
            told = {
                AlreadyBuildingError: texts.already_building(folder),
                KeyboardInterrupt: texts.interrupted(),
                LongWinError: texts.long_win(),
                WorkerDiedError: texts.worker_died(),
            }
            return told.get(type(error), str(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m libs.engines.tables")
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("build", help="build what is missing")
    building.add_argument("--stones", default="9", help="of both sides together, 6 to 12")
    building.add_argument("--cores", type=int, help="processes; as many as there are cores")
    verifying = commands.add_parser("verify", help="compare the checksums of all tables")
    checking = commands.add_parser("check", help="compare tables with the rules, turn by turn")
    checking.add_argument("--endgames", type=Path, help="positions whose values are known")
    checking.add_argument("--samples", type=int, default=100, help="positions a table")
    for command, rules in ((building, "played"), (verifying, "all"), (checking, "all")):
        command.add_argument("--folder", type=Path, help="else TABLES, DATA/tables, .data/tables")
        command.add_argument("--rules", default=rules, help="all, played, or names with commas")
    return parser


def _rule_sets(names: str) -> list[RuleSet]:
    groups = {"all": list(RULE_SETS), "played": list(PLAYED)}
    chosen = groups.get(names, names.split(","))
    for name in chosen:
        if name not in RULE_SETS:
            raise texts.WordError(texts.unknown_rules(name, list(RULE_SETS)))
    return [RULE_SETS[name] for name in chosen]


def _stones(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not FEWEST <= int(text) <= MOST:
        raise texts.WordError(texts.wrong_stones(text, FEWEST, MOST))
    return int(text)


def _build(folder: Path, rule_sets: list[RuleSet], stones: int, cores: int) -> int:
    say(texts.beginning(str(folder), [rules.name for rules in rule_sets], stones))
    begun = time.monotonic()
    number = build(folder, rule_sets, stones, cores, Line().show)
    say(texts.complete(number, time.monotonic() - begun))
    return 0


def _verify(folder: Path, rule_sets: list[RuleSet]) -> int:
    is_whole = True
    for rules in rule_sets:
        path = path_of(folder, rules)
        if not path.exists():
            continue
        contents = read_contents(path, rules)
        for table in broken_tables(path, contents.tables):
            complain(texts.broken(str(path), f"{table.own} : {table.opp}"))
            is_whole = False
        for table in contents.tables:
            say(texts.built(rules, table))
    return 0 if is_whole else 1


def _check(folder: Path, rule_sets: list[RuleSet], endgames: Path | None, samples: int) -> int:
    faults: list[str] = []
    for rules in rule_sets:
        tables = load(folder, rules)
        if tables.is_empty:
            continue
        found = check_samples(rules, tables, samples)
        say(texts.checked(rules.name, samples * len(tables.contents.tables), len(found)))
        faults += found
    if endgames:
        number, found = check_endgames(endgames, folder)
        say(texts.checked(endgames.name, number, len(found)))
        faults += found
    for fault in faults:
        complain(fault)
    return 1 if faults else 0
