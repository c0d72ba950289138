"""What keeps the Spielcenter from starting is said in a sentence that says what to do."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local import folder as folders
from deploy.local.folder import held, open_folder
from deploy.local.node import Client
from deploy.local.texts import StartError

ROOT = Path(__file__).resolve().parents[3]


def run(**variables: str | Path) -> subprocess.CompletedProcess[str]:
    """`make run` without make, for starts that are refused at once."""
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    return subprocess.run(
        [sys.executable, "-m", "deploy.local", "run"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_a_taken_port_is_refused_and_another_one_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = run(DATA=tmp_path, PORT=str(port))
    assert refused.returncode == 1
    assert f"Port {port} ist belegt" in refused.stderr
    assert f"make run PORT={port + 1}" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_second_start_beside_the_first_is_refused_and_told_where_the_first_is(
    tmp_path: Path,
) -> None:
    folder = open_folder(tmp_path)
    with held(folder):
        folder.address.write_text("http://localhost:8000/", encoding="utf-8")
        refused = run(DATA=tmp_path, PORT="8001")
    assert refused.returncode == 1
    assert "Hier läuft schon ein Spielcenter" in refused.stderr
    assert "http://localhost:8000/" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_folder_is_free_again_afterwards(tmp_path: Path) -> None:
    folder = open_folder(tmp_path)
    with held(folder):
        pass
    with held(folder):
        assert not folder.address.exists()


@pytest.mark.parametrize("place", ["/proc/spielcenter", "/dev/null/spielcenter"])
def test_a_folder_that_cannot_be_written_is_refused(place: str) -> None:
    refused = run(DATA=place)
    assert refused.returncode == 1
    assert f"Im Ordner {place} darf ich nicht schreiben" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_full_disk_is_refused_with_both_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "NEEDED_MB", 10**12)
    with pytest.raises(StartError) as caught:
        open_folder(tmp_path)
    assert "1000000000000 MB braucht es" in caught.value.text.de


def test_nonsense_for_a_port_is_refused() -> None:
    refused = run(PORT="acht")
    assert refused.returncode == 1
    assert "PORT='acht' ist keine Portnummer" in refused.stderr


def test_the_client_is_built_again_only_when_a_source_has_changed(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    build = "mkdir -p dist && echo built >> dist/index.html"
    (web / "package.json").write_text(
        f'{{"name": "page", "version": "1.0.0", "scripts": {{"build": "{build}"}}}}'
    )
    (web / "package-lock.json").write_text(
        '{"name": "page", "version": "1.0.0", "lockfileVersion": 3,'
        ' "packages": {"": {"name": "page", "version": "1.0.0"}}}'
    )
    client = Client(web)
    assert client.install(with_tools=True)
    assert not client.install(with_tools=False)
    assert client.build()
    assert not client.build()
    (web / "src" / "board.svelte").write_text("<svg/>")
    assert client.build()
    client.page.unlink()
    assert client.build()


def test_a_build_that_fails_says_what_npm_said(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"scripts": {"build": "echo no board >&2; exit 2"}}')
    with pytest.raises(StartError) as caught:
        Client(tmp_path).build()
    assert "no board" in caught.value.text.de
