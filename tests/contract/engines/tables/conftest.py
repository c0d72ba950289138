"""Small tables, built for real once a session: 3 against 3 of every rule set, a few of 7 stones."""

from __future__ import annotations

from pathlib import Path

import pytest

from libs.engines.tables.building import build
from libs.engines.tables.rulesets import RULE_SETS

LARGER = ("nine-flying-protected", "nine-plain-protected", "twelve-flying-protected")
"""The rule sets of tests/golden/endgames.json."""


@pytest.fixture(scope="session")
def tables_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tables. Tests copy what they want to damage."""
    folder = tmp_path_factory.mktemp("tables")
    build(folder, list(RULE_SETS.values()), 6, 2, lambda _: None)
    build(folder, [RULE_SETS[name] for name in LARGER], 7, 2, lambda _: None)
    return folder
