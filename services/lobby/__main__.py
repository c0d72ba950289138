"""Starts the lobby service alone: `python -m services.lobby`."""

import sys

from libs.runtime import run_alone
from services.lobby import config
from services.lobby.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
