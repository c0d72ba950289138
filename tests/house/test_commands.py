"""The commands that the house promises are there."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.house.tracked import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
LISTED = re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)


def test_make_without_a_word_lists_every_command_with_its_purpose() -> None:
    shown = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {
        name for name in LISTED if not re.search(rf"^  make {name} +\w", shown, re.MULTILINE)
    } == set()
    assert {"run", "test", "check", "setup"} <= set(LISTED)


@pytest.mark.parametrize("target", LISTED)
def test_what_a_command_names_exists(target: str) -> None:
    planned = subprocess.run(
        ["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for folder in re.findall(r"\b(?:tests|deploy)/[\w./-]+", planned):
        assert (ROOT / folder).exists(), folder
    for module in re.findall(r"-m ((?:deploy|services|libs|tests)[\w.]*)", planned):
        place = ROOT / module.replace(".", "/")
        assert place.is_dir() or place.with_suffix(".py").exists(), module


def test_every_command_that_the_readme_shows_exists() -> None:
    readmes = [ROOT / "README.md", ROOT / "deploy" / "README.md"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in readmes if path.exists())
    assert set(re.findall(r"`make ([a-z-]+)", text)) - set(LISTED) == set()


def test_continuous_integration_runs_what_a_person_runs() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_path_through_containers_can_at_least_be_imported_without_a_warning() -> None:
    command = [sys.executable, "-W", "error", "-c", "import deploy.containers"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
