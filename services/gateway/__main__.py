"""Starts the gateway alone: `python -m services.gateway`."""

import sys

from libs.runtime import ProcessOptions, run_alone
from services.gateway import config
from services.gateway.app import build

if __name__ == "__main__":
    # The gateway mounts health and metrics on a site of its own.
    sys.exit(run_alone(config.read, build, ProcessOptions(has_own_site=False)))
