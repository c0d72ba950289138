"""Starts the bots service alone: `python -m services.bots`."""

import sys

from libs.runtime import run_alone
from services.bots import config
from services.bots.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
