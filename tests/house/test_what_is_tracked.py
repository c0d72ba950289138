"""What must never be in the repository: hosts in locks, machines' paths, keys, heavy files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.tracked import ROOT, tracked_files

HEAVIEST_BYTES = 1_000_000
LOCKS = ("run.lock", "dev.lock", "package-lock.json")
# The first folders of absolute paths that only one machine has. Spelled so as not to find itself.
MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(?:work|farm|root|home/\w+)/(?=\w)")
PRIVATE_KEY = re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY" + "-----")
HOST_IN_LOCK = re.compile(r"https?://|--(?:extra-)?index-url|--find-links|git\+")
INTEGRITY_LINE = re.compile(r'^\s*"(?:url|funding|homepage|license)":|^\s*"https?://')
BINARY = (".png", ".jpg", ".webp", ".woff2", ".ico", ".ogg")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def hosts_in(lock: Path) -> list[str]:
    """Lines that name a host, but for the funding links that npm copies."""
    lines = text_of(lock).splitlines()
    return [line for line in lines if HOST_IN_LOCK.search(line) and not INTEGRITY_LINE.match(line)]


def test_lock_files_name_no_host() -> None:
    locks = [path for path in tracked_files() if path.name in LOCKS]
    named = {str(lock.relative_to(ROOT)): found for lock in locks if (found := hosts_in(lock))}
    assert named == {}
    assert {lock.name for lock in locks} >= {"run.lock", "dev.lock"}


def test_every_pinned_python_package_has_hashes() -> None:
    for name in ("run.lock", "dev.lock"):
        entries = re.split(r"\n(?=[a-z])", text_of(ROOT / "deploy" / "requirements" / name))
        assert [
            entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry
        ] == []


def test_both_locks_pin_the_same_versions() -> None:
    pins = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
    folder = ROOT / "deploy" / "requirements"
    run, dev = (dict(pins.findall(text_of(folder / name))) for name in ("run.lock", "dev.lock"))
    assert {name: dev.get(name) for name in run} == run


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for path in tracked_files()
        if path.suffix not in BINARY
        for line in text_of(path).splitlines()
        if MACHINE_PATH.search(line)
    ]
    assert found == []


def test_no_file_holds_a_private_key() -> None:
    assert [path for path in tracked_files() if PRIVATE_KEY.search(text_of(path))] == []


def test_no_file_is_heavy() -> None:
    heavy = {
        str(path): size
        for path in tracked_files()
        if (size := path.stat().st_size) > HEAVIEST_BYTES
    }
    assert heavy == {}


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("see /wor" + "k/main/x", True),
        ("/roo" + "t/x", True),
        ("/hom" + "e/anna/x", True),
        ("https://example.org/work/x", False),
        ("GET /api/work/x", False),
        ("$HOME/x ~/wor" + "k/x", False),
    ],
)
def test_the_pattern_for_machine_paths_finds_them_and_nothing_else(
    line: str, *, is_found: bool
) -> None:
    assert bool(MACHINE_PATH.search(line)) is is_found
