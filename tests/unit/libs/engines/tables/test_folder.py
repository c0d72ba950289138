"""Where tables are looked for."""

from __future__ import annotations

import pytest

from libs.engines.tables.folder import ROOT, folder_of


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({}, ROOT / ".data" / "tables"),
        ({"TABLES": "", "DATA": ""}, ROOT / ".data" / "tables"),
        ({"DATA": "elsewhere"}, ROOT / "elsewhere" / "tables"),
        ({"DATA": "/srv/house"}, ROOT / "/srv/house/tables"),
        ({"DATA": "/srv/house", "TABLES": "/srv/tables"}, ROOT / "/srv/tables"),
    ],
)
def test_tables_lie_where_the_environment_says(environment: dict[str, str], folder: object) -> None:
    assert folder_of(environment) == folder
