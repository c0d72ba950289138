"""Each of the eight import contracts holds in a small house, and breaks when it is broken."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.tracked import ROOT

LIBRARIES = ("bus", "contracts", "engines", "eventstore", "rules", "runtime", "testkit", "timing")
LAW = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
CONTAINERS = next(law["containers"] for law in LAW["contracts"] if law["id"] == "rooms")
SERVICES = tuple(container.removeprefix("services.") for container in CONTAINERS)
ROOMS = ("__main__", "app", "config", "decider", "handlers")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The smallest house under the real law: every library and service, one lawful import each."""
    files = {
        "libs/__init__.py": "",
        "libs/bus/jetstream.py": "import nats",
        "libs/engines/kernel.py": "import numba, numpy, llvmlite",
        "libs/engines/pool.py": "",
        "libs/eventstore/postgres.py": "import asyncpg",
        "services/__init__.py": "",
        "services/__main__.py": "import services.clocks.app, services.games.app",
        **{f"libs/{name}/__init__.py": "" for name in LIBRARIES},
        **{f"services/{name}/__init__.py": "" for name in SERVICES},
        **{f"services/{name}/{room}.py": "" for name in SERVICES for room in ROOMS},
    }
    for name, source in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    law = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(law, encoding="utf-8")
    return tmp_path


def broken_contracts(house: Path) -> set[str]:
    """Numbers of the contracts that import-linter finds broken."""
    linter = Path(sys.executable).with_name("lint-imports")
    command = [str(linter), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    verdicts = dict(re.findall(r"^(\d) .* (KEPT|BROKEN)\b", done.stdout, re.MULTILINE))
    assert len(verdicts) == 8, done.stdout
    return {number for number, verdict in verdicts.items() if verdict == "BROKEN"}


def test_the_lawful_house_keeps_all_eight(house: Path) -> None:
    assert broken_contracts(house) == set()


@pytest.mark.parametrize(
    ("number", "room", "source"),
    [
        ("1", "libs/bus/jetstream.py", "import nats, libs.runtime"),
        ("2", "services/games/handlers.py", "import services.clocks.handlers"),
        ("3", "services/games/handlers.py", "import services.games.app"),
        ("3", "services/games/utils.py", ""),
        ("4", "services/games/handlers.py", "import nats"),
        ("5", "libs/bus/jetstream.py", "import nats, asyncpg"),
        ("6", "services/games/handlers.py", "import libs.testkit"),
        ("7", "services/games/decider.py", "import time"),
        ("7", "libs/rules/dice.py", "import random"),
        ("7", "services/clocks/decider.py", "import libs.eventstore"),
        ("8", "services/games/handlers.py", "import libs.engines.kernel"),
        ("8", "libs/runtime/service.py", "import numpy"),
        ("8", "libs/engines/pool.py", "import libs.engines.kernel"),
    ],
)
def test_each_contract_breaks_alone(house: Path, number: str, room: str, source: str) -> None:
    (house / room).write_text(source, encoding="utf-8")
    assert broken_contracts(house) == {number}


def test_every_service_of_the_house_has_its_rooms_checked() -> None:
    packages = {path.parent.name for path in (ROOT / "services").glob("*/__init__.py")}
    assert packages == set(SERVICES)
