"""The table of features names tests that exist, and the house is built as its card says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.tracked import ROOT

TABLE = (ROOT / "tests" / "FEATURES.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+) \|", re.MULTILINE)
NAMED = re.compile(r"`([\w./-]+\.(?:py|ts))::([^`]+)`")
LIBRARIES = (
    "aiohttp nats-py asyncpg msgspec structlog prometheus-client pytest-asyncio testcontainers"
)
BUILT = "M1 M2 M3 M4 M5 M6 M7 M8 M13 M15 M16 M17 M20 M22 M24 Y1 Y2 Y3 Y7 T1 S1 S2 S3 S6 S7"


def has_test(file: str, name: str) -> bool:
    """Whether a file holds a test of that name, as Python or as a sentence in TypeScript."""
    path = ROOT / file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if path.suffix == ".py":
        return re.search(rf"^(?:async )?def {re.escape(name)}\(", text, re.MULTILINE) is not None
    return f"'{name}'" in text


def test_every_test_that_the_table_names_exists() -> None:
    assert [
        f"{file}::{name}" for file, name in NAMED.findall(TABLE) if not has_test(file, name)
    ] == []


def test_every_row_names_a_test_and_none_comes_twice() -> None:
    rows = [line for line in TABLE.splitlines() if re.match(r"\| [MYTHS]\d+ \|", line)]
    assert [row for row in rows if not NAMED.search(row)] == []
    ids = [found[1] for row in rows if (found := ROW.match(row))]
    assert sorted(ids) == sorted(set(ids))
    assert set(BUILT.split()) <= set(ids)


@pytest.mark.parametrize("name", ["test_nothing_of_the_kind", "test_every_test"])
def test_a_test_that_does_not_exist_is_noticed(name: str) -> None:
    assert not has_test("tests/house/test_features.py", name)
    assert not has_test("tests/house/none.py", name)


def test_the_named_libraries_are_what_the_house_is_built_of() -> None:
    lock = (ROOT / "deploy" / "requirements" / "dev.lock").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    assert set(LIBRARIES.split()) - pinned == set()
    sources = [*(ROOT / "libs").rglob("*.py"), *(ROOT / "services").rglob("*.py")]
    text = "\n".join(imports(path) for path in sources if "node_modules" not in path.parts)
    for module in ("aiohttp", "nats", "asyncpg", "msgspec", "structlog", "prometheus_client"):
        assert re.search(rf"^(?:import|from) {module}\b", text, re.MULTILINE), module


def imports(path: Path) -> str:
    """A source's lines that import something."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if line.lstrip().startswith(("import", "from")))


def test_the_top_level_is_as_the_design_card_names_it() -> None:
    for folder in ("services", "libs", "deploy", "proto", "tests"):
        assert (ROOT / folder).is_dir(), folder
    for file in ("Makefile", "README.md"):
        assert (ROOT / file).is_file(), file
