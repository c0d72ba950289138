"""What is shown of the programs' logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from deploy.local.logs import LARGEST_BYTES, LogWatch, error_in, tail


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('{"level":"error","service":"games","event":"append failed"}', "games append failed"),
        ('{"level":"info","event":"started"}', ""),
        ('{"level":"error", half a line', ""),
        ("2026-11-30 UTC [7] FATAL:  no room", "2026-11-30 UTC [7] FATAL:  no room"),
        ("[12] [ERR] JetStream store is gone", "[12] [ERR] JetStream store is gone"),
        ("LOG:  database system is ready", ""),
    ],
)
def test_a_line_is_shown_when_it_complains(line: str, shown: str) -> None:
    assert error_in(line) == shown


def test_complaints_are_shown_once_and_a_flood_of_them_is_counted(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    log.write_text("FATAL: before we looked\n", encoding="utf-8")
    said: list[tuple[str, str]] = []
    watch = LogWatch(tmp_path, lambda name, line: said.append((name, line)))
    with log.open("a", encoding="utf-8") as file:
        file.writelines(f"FATAL: number {number}\n" for number in range(5))
    watch.look()
    watch.look()
    assert [line for _, line in said[:3]] == [f"FATAL: number {number}" for number in range(3)]
    assert said[3:] == [("games", f"+ 2 · {log}")]


def test_a_full_log_begins_anew_and_keeps_one_earlier_file(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    watch = LogWatch(tmp_path, lambda _name, _line: None)
    log.write_bytes(b"x" * (LARGEST_BYTES + 1))
    watch.look()
    assert log.stat().st_size == 0
    assert (tmp_path / "games.log.1").stat().st_size == LARGEST_BYTES + 1


def test_the_tail_is_the_end_of_the_log(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    assert tail(log) == ""
    log.write_text("one\ntwo\nthree\nfour\n", encoding="utf-8")
    assert [line.strip() for line in tail(log).splitlines()] == ["two", "three", "four"]
