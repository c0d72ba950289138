"""Starts the ratings service alone: `python -m services.ratings`."""

import sys

from libs.runtime import run_alone
from services.ratings import config
from services.ratings.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
