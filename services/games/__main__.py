"""Starts the games service alone: `python -m services.games`."""

import sys

from libs.runtime import run_alone
from services.games import config
from services.games.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
