"""Starts the accounts service alone: `python -m services.accounts`."""

import sys

from libs.runtime import run_alone
from services.accounts import config
from services.accounts.app import build

if __name__ == "__main__":
    sys.exit(run_alone(config.read, build))
