"""Builds the tables, or checks them: `python -m libs.engines.tables build | verify | check`."""

import sys

from libs.engines.compiled import use_cache


def main(words: list[str]) -> int:
    """Runs one of the commands; returns the exit status."""
    use_cache()
    from libs.engines.tables.commands import run  # noqa: PLC0415 - numba comes after its cache

    return run(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
