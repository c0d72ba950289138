"""Makes `.venv` and fills it from the locks: `python3 deploy/local/bootstrap.py run|dev`.

Runs under the machine's own Python, before anything is installed: standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = ROOT / "deploy" / "requirements"
NEEDED_MB = 1_500
MEGABYTE = 1_000_000


def main(kind: str) -> None:
    """Installs what `kind` needs, unless it is there; ends the program with a sentence if it can't.

    The lock for checks and tests contains the one for running.
    """
    wanted = {kind: stamp(kind) for kind in ("run", "dev")}
    accepted = ("dev",) if kind == "dev" else ("run", "dev")
    if works() and any(installed(name) == wanted[name] for name in accepted):
        return
    begun = time.monotonic()
    make_venv()
    install(REQUIREMENTS / f"{kind}.lock")
    for name in ("run", "dev"):
        stamp_file(name).unlink(missing_ok=True)
    stamp_file(kind).write_text(wanted[kind], encoding="utf-8")
    show(f"Python-Umgebung · Python environment ✓ {time.monotonic() - begun:.1f} s\n")


def make_venv() -> None:
    """A virtual environment, kept if it works."""
    if works():
        return
    if sys.version_info < (3, 11):  # noqa: UP036 - this file also meets Pythons that are too old
        sys.exit(sentence_version())
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        sys.exit(
            "✗ Deinem Python fehlt das Modul venv. Unter Debian, Ubuntu: apt install python3-venv"
            "\n  Your Python lacks the module venv. On Debian, Ubuntu: apt install python3-venv"
        )
    free_mb = shutil.disk_usage(ROOT).free // MEGABYTE
    if free_mb < NEEDED_MB:
        sys.exit(
            f"✗ In {ROOT} sind nur {free_mb} MB frei, {NEEDED_MB} MB braucht es. Schaffe Platz."
            f"\n  Only {free_mb} MB are free in {ROOT}, {NEEDED_MB} MB are needed. Make room."
        )
    show("Python-Umgebung · Python environment …")
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        sys.exit(
            f"✗ In {ROOT} lässt sich keine Umgebung anlegen. Darfst du dort schreiben?"
            f"\n  No environment can be made in {ROOT}. May you write there?"
            f"\n{(made.stdout + made.stderr).strip()[-1_000:]}"
        )


def install(lock: Path) -> None:
    """Installs the lock with pip alone, showing how far it has got."""
    total = sum(1 for line in lock.read_text(encoding="utf-8").splitlines() if "==" in line)
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check"]
    options = ["--no-input", "--progress-bar", "off", "--require-hashes", "-r", str(lock)]
    pip = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    lines = []
    packages = 0
    for line in pip.stdout or ():
        lines.append(line)
        if line.startswith(("Collecting ", "Requirement already satisfied")):
            packages += 1
            show(f"Python-Pakete · Python packages {packages}/{total}")
        elif line.startswith("Installing "):
            show("Python-Pakete einrichten · installing the Python packages …")
    if pip.wait() != 0:
        sys.exit(sentence_pip("".join(lines[-12:])))


def works() -> bool:
    """Whether the environment's Python runs and is new enough."""
    if not PYTHON.exists():
        return False
    question = "import sys; sys.exit(sys.version_info < (3, 11))"
    asked = subprocess.run([str(PYTHON), "-c", question], capture_output=True, check=False)
    return asked.returncode == 0


def stamp(kind: str) -> str:
    """What an environment filled from this lock is known by; `dev` contains `run`."""
    digest = hashlib.sha256()
    for name in ("run", "dev") if kind == "dev" else ("run",):
        digest.update((REQUIREMENTS / f"{name}.lock").read_bytes())
    return digest.hexdigest()


def stamp_file(kind: str) -> Path:
    """Inside the environment, so that both are deleted together."""
    return VENV / f"installed-{kind}"


def installed(kind: str) -> str:
    """The stamp of what was installed last; empty if nothing was."""
    file = stamp_file(kind)
    return file.read_text(encoding="utf-8") if file.exists() else ""


def show(line: str) -> None:
    """A line that on a terminal is written over by the next one."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{line}", end="", flush=True)
    elif line.endswith("\n"):
        print(line, end="", flush=True)


def sentence_version() -> str:
    """What to do about an old Python."""
    found = sys.version.split()[0]
    return (
        f"✗ Python 3.11 oder neuer wird gebraucht, dies ist {found}: make run PYTHON=python3.12"
        f"\n  Python 3.11 or newer is needed, this is {found}: make run PYTHON=python3.12"
    )


def sentence_pip(said: str) -> str:
    """What to do when pip has failed, from its last words."""
    if "No space left" in said:
        cause = "Die Platte ist voll; schaffe Platz. · The disk is full; make room."
    else:
        cause = (
            "Ist das Paketverzeichnis zu erreichen? · Is the package index within reach?"
            "\n  Dann noch einmal: make run · Then once more: make run"
        )
    return f"\n✗ pip ist gescheitert · pip failed. {cause}\n{said}"


if __name__ == "__main__":
    main(sys.argv[1])
