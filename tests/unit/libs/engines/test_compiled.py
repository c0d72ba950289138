"""Compiled kernels: found again for the same sources only, compiled by one process at a time."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from libs.engines.compiled import KEPT, ROOT, cache_root, clean, fingerprint, preparing

COMPILES = """
import sys, time
from pathlib import Path
from libs.engines.compiled import preparing
folder, log = Path(sys.argv[1]), Path(sys.argv[2])
with preparing(folder, "mills"):
    with log.open("a") as file:
        print("begins", file=file, flush=True)
        print("begun", flush=True)
        sys.stdin.readline()
        print("ends", file=file, flush=True)
"""


def compiling(folder: Path, log: Path) -> subprocess.Popen[str]:
    """A process that compiles until it is told to end."""
    return subprocess.Popen(
        [sys.executable, "-c", COMPILES, str(folder), str(log)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Two sources that kernels depend on, and one that they do not."""
    for name in ("libs/engines/mills/board.py", "libs/rules/mills/board.py", "libs/bus/base.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("POINTS = 24\n")
    return tmp_path


@pytest.mark.parametrize("changed", ["libs/engines/mills/board.py", "libs/rules/mills/board.py"])
def test_a_change_of_any_source_of_a_kernel_is_another_folder(house: Path, changed: str) -> None:
    before = fingerprint(house)
    (house / changed).write_text("POINTS = 25\n")
    assert fingerprint(house) != before


def test_other_sources_and_their_times_change_nothing(house: Path) -> None:
    before = fingerprint(house)
    (house / "libs/bus/base.py").write_text("POINTS = 25\n")
    os.utime(house / "libs/engines/mills/board.py", (1, 1))
    assert fingerprint(house) == before


def test_a_renamed_source_is_another_folder(house: Path) -> None:
    before = fingerprint(house)
    (house / "libs/engines/mills/board.py").rename(house / "libs/engines/mills/points.py")
    assert fingerprint(house) != before


def folder_of_age(root: Path, age: int, name: str) -> Path:
    folder = root / name
    folder.mkdir()
    os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    return folder


def test_only_the_last_folders_are_kept(tmp_path: Path) -> None:
    folders = [folder_of_age(tmp_path, age, f"kernels-{age:024x}") for age in range(KEPT + 3)]
    clean(folders[-1])
    assert set(tmp_path.iterdir()) == {*folders[:KEPT], folders[-1]}


def test_nothing_else_is_cleaned_away(tmp_path: Path) -> None:
    current = folder_of_age(tmp_path, 0, f"kernels-{0:024x}")
    others = [folder_of_age(tmp_path, age, f"photographs-{age}") for age in range(1, KEPT + 3)]
    clean(current)
    assert set(tmp_path.iterdir()) == {current, *others}


def test_a_named_cache_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINES_CACHE", str(tmp_path / "kernels"))
    assert cache_root() == tmp_path / "kernels"


def test_what_cant_be_written_to_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ENGINES_CACHE", str(tmp_path / "file" / "kernels"))
    assert cache_root() == ROOT / ".cache" / "engines"


def test_two_processes_compile_one_after_the_other(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with compiling(tmp_path, log) as first:
        assert first.stdout is not None
        first.stdout.readline()
        with compiling(tmp_path, log) as second:
            assert second.stdout is not None
            is_let_in, _, _ = select.select([second.stdout], [], [], 0.3)
            first.communicate("")
            second.communicate("")
    assert not is_let_in
    assert log.read_text().split() == ["begins", "ends"] * 2


def test_a_killed_compiler_leaves_its_place_to_the_next(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with compiling(tmp_path, log) as first:
        assert first.stdout is not None
        first.stdout.readline()
        first.kill()
    with compiling(tmp_path, log) as second:
        second.communicate("")
    assert log.read_text().split() == ["begins", "begins", "ends"]


def test_what_has_been_compiled_once_needs_no_waiting(tmp_path: Path) -> None:
    with preparing(tmp_path, "dara"):
        pass
    log = tmp_path / "log"
    with compiling(tmp_path, log) as busy:
        assert busy.stdout is not None
        busy.stdout.readline()
        with preparing(tmp_path, "dara"):
            busy.communicate("")
    assert log.read_text().split() == ["begins", "ends"]


def test_a_failed_preparation_is_done_again(tmp_path: Path) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), preparing(tmp_path, "dara"):
        fail()
    assert not (tmp_path / "dara.prepared").exists()


def test_numba_must_not_be_there_before_its_folder_is_named() -> None:
    source = "import numba; from libs.engines.compiled import use_cache; use_cache()"
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "CacheError: use_cache comes before the first import of numba" in done.stderr


def test_services_get_no_numba_with_the_pool() -> None:
    source = "import sys, libs.engines.pool; print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
