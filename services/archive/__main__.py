"""Starts the archive service alone: `python -m services.archive`."""

import os
import sys

from libs.runtime import SettingsError, run_process
from services.archive import config
from services.archive.app import build


def main() -> int:
    """Until SIGTERM; the exit code."""
    try:
        settings = config.read(os.environ)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    return run_process(settings, lambda runtime: [build(runtime, settings)])


if __name__ == "__main__":
    sys.exit(main())
