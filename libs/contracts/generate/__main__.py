"""Writes the generated files; with `--check` it only names stale ones."""

import sys
from pathlib import Path

from libs.contracts.generate import generated

ROOT = Path(__file__).parents[3]


def main() -> int:
    """0 when all is written (or, with --check, fresh); 1 names the stale files."""
    stale = [path for path, text in generated().items() if _read(path) != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            sys.stderr.write(f"{path} is stale: run `make proto`\n")
        return 1 if stale else 0
    for path in stale:
        target = ROOT / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(generated()[path], encoding="utf-8")
        sys.stdout.write(f"wrote {path}\n")
    return 0


def _read(path: str) -> str | None:
    target = ROOT / path
    return target.read_text(encoding="utf-8") if target.exists() else None


if __name__ == "__main__":
    sys.exit(main())
