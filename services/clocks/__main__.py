"""Starts the clocks service alone: `python -m services.clocks`."""

import sys

from libs.runtime import run_alone
from services.clocks import config
from services.clocks.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
