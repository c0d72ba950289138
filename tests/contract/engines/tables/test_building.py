"""Building: interrupted and resumed, damaged and repaired, alone in its folder."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from libs.engines.tables.building import (
    LOCK,
    AlreadyBuildingError,
    Progress,
    WorkerDiedError,
    build,
)
from libs.engines.tables.commands import run
from libs.engines.tables.files import (
    DATA,
    Table,
    TableFileError,
    broken_tables,
    path_of,
    place_of,
    read_contents,
)
from libs.engines.tables.rulesets import RULE_SETS
from libs.engines.tables.tableset import load

ROOT = Path(__file__).parents[4]
RULES = RULE_SETS["nine-flying-protected"]


def silent(_: Progress) -> None:
    """Tells nobody."""


def tables_in(folder: Path) -> set[Table]:
    return set(read_contents(path_of(folder, RULES), RULES).tables)


@pytest.fixture
def copied(tables_folder: Path, tmp_path: Path) -> Path:
    """A folder of the test's own with the tables of one rule set."""
    shutil.copy(path_of(tables_folder, RULES), tmp_path)
    return tmp_path


def test_an_interrupted_build_is_resumed_where_it_was(tables_folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "libs.engines.tables", "build", "--cores", "1"]
    words = ["--rules", RULES.name, "--stones", "8", "--folder", str(tmp_path)]
    with subprocess.Popen(
        [*command, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        while "3 : 4" not in child.stdout.readline():
            assert child.poll() is None
        child.send_signal(signal.SIGINT)
        _, complaint = child.communicate(timeout=60)
    assert child.returncode == 1
    assert "Unterbrochen" in complaint
    assert "Traceback" not in complaint
    assert tables_in(tmp_path) == tables_in(tables_folder)
    assert build(tmp_path, [RULES], 7, 1, silent) == 0


def test_a_killed_build_leaves_whole_tables_behind(tables_folder: Path, tmp_path: Path) -> None:
    def kill_after_the_first(progress: Progress) -> None:
        if progress.finished:
            for worker in multiprocessing.active_children():
                worker.kill()

    with pytest.raises(WorkerDiedError):
        build(tmp_path, [RULES], 7, 1, kill_after_the_first)
    assert [(table.own, table.opp) for table in tables_in(tmp_path)] == [(3, 3)]
    assert build(tmp_path, [RULES], 7, 1, silent) == 2
    assert tables_in(tmp_path) == tables_in(tables_folder)
    assert broken_tables(path_of(tmp_path, RULES), tables_in(tmp_path)) == []


def test_a_damaged_table_is_noticed_and_it_alone_is_built_again(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, before = path_of(copied, RULES), tables_in(copied)
    damage(path, DATA + place_of(3, 3) + 1000)
    assert [table.own + table.opp for table in broken_tables(path, before)] == [6]
    assert run(["verify", "--folder", str(copied)]) == 1
    assert "3 : 3" in capsys.readouterr().err
    assert build(copied, [RULES], 7, 1, silent) == 1
    assert broken_tables(path, before) == []
    assert tables_in(copied) == before
    assert run(["verify", "--folder", str(copied)]) == 0


def test_one_damaged_header_is_replaced_by_the_other_two_are_refused(copied: Path) -> None:
    path = path_of(copied, RULES)
    newest = read_contents(path, RULES)
    damage(path, 20 + (DATA // 2) * (newest.serial % 2))
    older = read_contents(path, RULES)
    assert older.serial == newest.serial - 1
    assert set(older.tables) < set(newest.tables)
    damage(path, 20 + (DATA // 2) * (older.serial % 2))
    with pytest.raises(TableFileError, match="header"):
        load(copied, RULES)


def test_a_file_that_is_cut_off_or_of_other_rules_is_refused(copied: Path) -> None:
    path = path_of(copied, RULES)
    other = RULE_SETS["twelve-plain-open"]
    shutil.copy(path, path_of(copied, other))
    with pytest.raises(TableFileError, match="nine-flying-protected"):
        load(copied, other)
    os.truncate(path, path.stat().st_size - 1)
    with pytest.raises(TableFileError, match="end is missing"):
        load(copied, RULES)


def test_wrong_values_are_found_by_the_rules(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["check", "--rules", RULES.name, "--samples", "20", "--folder", str(copied)]
    assert run(words) == 0
    table = next(table for table in tables_in(copied) if table.own + table.opp == 6)
    with path_of(copied, RULES).open("r+b") as file:
        file.seek(DATA + place_of(table.own, table.opp))
        file.write(bytes(table.size))
    assert run(words) == 1
    assert "expected" in capsys.readouterr().err


def test_two_builds_do_not_share_a_folder(copied: Path) -> None:
    with (copied / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(AlreadyBuildingError):
            build(copied, [RULES], 7, 1, silent)


UNDER_A_LIMIT = """
import resource, sys
from libs.engines.tables.__main__ import main

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(sys.argv[2:]))
"""


def test_a_disk_that_takes_no_more_is_a_sentence_and_leaves_no_half_table(tmp_path: Path) -> None:
    words = ["build", "--rules", RULES.name, "--stones", "6", "--folder", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", UNDER_A_LIMIT, str(DATA + 1000), *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "ist voll" in done.stderr
    assert "Traceback" not in done.stderr
    # Full already when kernels are put into their cache: then there is not even a file.
    with suppress(TableFileError):
        assert load(tmp_path, RULES).is_empty
    assert build(tmp_path, [RULES], 6, 1, silent) == 1


def test_what_a_person_can_put_right_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    cases = {
        "STONES=13": ["build", "--stones", "13"],
        "RULES=ten": ["build", "--rules", "ten"],
        "ist nicht zu benutzen": ["build", "--folder", str(tmp_path / "file" / "tables")],
    }
    for sentence, words in cases.items():
        assert run(words) == 1
        assert sentence in capsys.readouterr().err


def damage(path: Path, place: int) -> None:
    """Turns all bits of one byte."""
    with path.open("r+b") as file:
        file.seek(place)
        (byte,) = file.read(1)
        file.seek(place)
        file.write(bytes([byte ^ 255]))
