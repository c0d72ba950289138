"""Starts the matchmaking service alone: `python -m services.matchmaking`."""

import sys

from libs.runtime import run_alone
from services.matchmaking import config
from services.matchmaking.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
