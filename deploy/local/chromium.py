"""A browser for the tests: one that is named, one of the system, or one out of npm."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import brotli

from deploy.local.node import WEB
from deploy.local.texts import StartError, Text

PACKAGE = WEB / "node_modules" / "@sparticuz" / "chromium"
UNPACKED = WEB / "node_modules" / ".chromium"
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARCHIVES = (("swiftshader", ""), ("al2023", "al2023"), ("fonts", "fonts"))
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{out}/fonts</dir><dir>/usr/share/fonts</dir>
<cachedir>{out}/cache</cachedir></fontconfig>
"""


@dataclass(frozen=True)
class Browser:
    """An executable and what it needs around it."""

    executable: Path
    environment: dict[str, str]

    @property
    def arguments(self) -> list[str]:
        """Command-line arguments that this machine makes necessary."""
        quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        return [*quiet, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def find() -> Browser:
    """`$CHROMIUM`, else a Chromium of the system, else the npm package's; StartError if none."""
    driver = {"PLAYWRIGHT_NODEJS_PATH": str(Path(sys.executable).with_name("node"))}
    named = os.environ.get("CHROMIUM") or _of_the_system()
    if named:
        return Browser(Path(named), driver)
    if not (PACKAGE / "bin").exists():
        text = Text(
            "Für die Tests fehlt ein Browser. Nenne einen: make test CHROMIUM=/pfad/zu/chromium",
            "The tests need a browser. Name one: make test CHROMIUM=/path/to/chromium",
        )
        raise StartError(text)
    out = unpack(PACKAGE / "bin", UNPACKED)
    libraries = {"LD_LIBRARY_PATH": str(out / "al2023" / "lib")}
    fonts = {"FONTCONFIG_FILE": str(out / "fonts.conf")}
    return Browser(out / "chromium", {**driver, **libraries, **fonts})


def unpack(source: Path, out: Path) -> Path:
    """Unpacks the package's archives once; returns the folder with the executable in it."""
    if (out / "chromium").exists():
        return out
    unfinished = out.with_name(f"{out.name}.{os.getpid()}")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    for name, folder in ARCHIVES:
        packed = io.BytesIO(brotli.decompress((source / f"{name}.tar.br").read_bytes()))
        with tarfile.open(fileobj=packed) as archive:
            _extract(archive, unfinished / folder)
    # Chromium crashes where it finds no font at all.
    (unfinished / "fonts.conf").write_text(FONTS.format(out=out), encoding="utf-8")
    executable = unfinished / "chromium"
    executable.write_bytes(brotli.decompress((source / "chromium.br").read_bytes()))
    executable.chmod(0o755)
    shutil.rmtree(out, ignore_errors=True)
    unfinished.rename(out)
    return out


def _extract(archive: tarfile.TarFile, folder: Path) -> None:
    """Python 3.11's early releases have no filter; the archive's checksum stands in the lock."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)  # noqa: S202 - no filter there


def _of_the_system() -> str | None:
    return next((path for name in SYSTEM_NAMES if (path := shutil.which(name))), None)


if __name__ == "__main__":
    try:
        print(find().executable)
    except StartError as missing:
        sys.exit(missing.text.below())
