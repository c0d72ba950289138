"""Which files are migrations."""

from pathlib import Path

import pytest

from services.upkeep.app import owners_of_tables
from services.upkeep.tasks import MigrationError, scripts_of


def write(folder: Path, *names: str) -> Path:
    """A service's folder with these migrations."""
    (folder / "migrations").mkdir()
    for name in names:
        (folder / "migrations" / name).write_text("SELECT 1;", encoding="utf-8")
    return folder


def test_migrations_are_read_in_order(tmp_path: Path) -> None:
    scripts = scripts_of(write(tmp_path, "0002_b.sql", "0010_c.sql", "0001_a.sql"))
    assert [script.number for script in scripts] == [1, 2, 10]


@pytest.mark.parametrize("name", ["1_short.sql", "0001-dash.sql", "add_table.sql"])
def test_a_wrong_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(MigrationError, match=name):
        scripts_of(write(tmp_path, name))


def test_a_number_is_given_once(tmp_path: Path) -> None:
    with pytest.raises(MigrationError, match="0001_b"):
        scripts_of(write(tmp_path, "0001_a.sql", "0001_b.sql"))


def test_a_service_without_migrations_has_none(tmp_path: Path) -> None:
    assert scripts_of(tmp_path) == []


def test_every_service_with_tables_is_found() -> None:
    names = {folder.name for folder in owners_of_tables()}
    assert {"accounts", "archive", "clocks", "games", "matchmaking"} <= names
