"""Starts the archive service alone: `python -m services.archive`."""

import sys

from libs.runtime import run_alone
from services.archive import config
from services.archive.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
