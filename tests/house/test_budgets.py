"""Files and functions stay small enough to be read in one go; tables of data are exempt."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.tracked import ROOT, tracked_files

LONGEST_FILE = 300
LONGEST_FUNCTION = 40
# A compiled search is one function: a call that is not inlined costs as much as a position.
LONGEST_OF_KERNELS = {"libs/engines/mills/search.py": 100}
SOURCES = (".py", ".ts", ".svelte")
# Data, no matter how it is spelled, and what a program wrote.
EXEMPT = ("/generated/", "/generated.", ".generated.", "tests/golden/")


def sources() -> Iterator[Path]:
    """Tracked sources that people wrote."""
    for path in tracked_files(*SOURCES):
        if not any(part in f"/{path.relative_to(ROOT)}" for part in EXEMPT):
            yield path


@cache
def parsed(path: Path) -> ast.Module:
    """A Python file as the parser reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def longest_functions(path: Path) -> Iterator[tuple[str, int]]:
    """Name and length of every function in a Python file, decorators and docstring included."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            yield node.name, node.end_lineno - node.lineno + 1


def test_no_file_is_longer_than_three_hundred_lines() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    too_long = {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST_FILE}
    assert too_long == {}


def test_no_function_is_longer_than_forty_lines() -> None:
    too_long = [
        f"{path.relative_to(ROOT)} {name}: {length}"
        for path in sources()
        if path.suffix == ".py"
        for name, length in longest_functions(path)
        if length > LONGEST_OF_KERNELS.get(str(path.relative_to(ROOT)), LONGEST_FUNCTION)
    ]
    assert too_long == []


def test_every_module_says_in_a_docstring_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sources()
        if path.suffix == ".py" and path.stat().st_size and ast.get_docstring(parsed(path)) is None
    ]
    assert silent == []


def test_the_measure_itself_counts_a_function_from_its_first_to_its_last_line(
    tmp_path: Path,
) -> None:
    file = tmp_path / "long.py"
    file.write_text("def f():\n" + "    x = 1\n" * 41, encoding="utf-8")
    assert list(longest_functions(file)) == [("f", 42)]


@pytest.mark.parametrize("name", ["utils", "misc", "common", "manager", "helpers"])
def test_no_module_has_a_name_that_says_nothing(name: str) -> None:
    named = [path for path in tracked_files(".py") if name in (path.stem, path.parent.name)]
    assert named == []
