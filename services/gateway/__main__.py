"""Starts the gateway alone: `python -m services.gateway`."""

import os
import sys

from libs.runtime import ProcessOptions, SettingsError, run_process
from services.gateway import config
from services.gateway.app import build


def main() -> int:
    """Until SIGTERM; the exit code."""
    try:
        settings = config.read(os.environ)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    options = ProcessOptions(has_own_site=False)
    return run_process(settings, lambda runtime: [build(runtime, settings)], options)


if __name__ == "__main__":
    sys.exit(main())
