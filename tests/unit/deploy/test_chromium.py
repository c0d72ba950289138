"""A browser out of the npm package's archives, and the order in which browsers are looked for."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import brotli
import pytest

from deploy.local import chromium
from deploy.local.texts import StartError


def archive(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return bytes(brotli.compress(packed.getvalue()))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    source = tmp_path / "bin"
    source.mkdir()
    (source / "chromium.br").write_bytes(brotli.compress(b"#!/bin/sh\n"))
    (source / "swiftshader.tar.br").write_bytes(archive(libEGL=b"gl"))
    (source / "al2023.tar.br").write_bytes(archive(nss=b"nss"))
    (source / "fonts.tar.br").write_bytes(archive(OpenSans=b"font"))
    return source


def test_everything_lands_where_the_browser_looks_for_it(package: Path, tmp_path: Path) -> None:
    out = chromium.unpack(package, tmp_path / "out")
    assert (out / "chromium").stat().st_mode & 0o111
    assert [(out / name).exists() for name in ("libEGL", "al2023/nss", "fonts/OpenSans")] == [
        True
    ] * 3
    assert f"<dir>{out}/fonts</dir>" in (out / "fonts.conf").read_text(encoding="utf-8")


def test_what_is_unpacked_is_not_unpacked_again(package: Path, tmp_path: Path) -> None:
    out = chromium.unpack(package, tmp_path / "out")
    (package / "chromium.br").unlink()
    assert chromium.unpack(package, out) == out


def test_a_browser_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/opt/browser")
    assert chromium.find().executable == Path("/opt/browser")


def test_without_any_browser_a_sentence_says_how_to_name_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CHROMIUM", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "PACKAGE", tmp_path)
    with pytest.raises(StartError) as caught:
        chromium.find()
    assert "make test CHROMIUM=" in caught.value.text.de
