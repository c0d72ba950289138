"""A service started by itself: settings from the environment, then a process of its own."""

import os
import sys
from collections.abc import Callable, Mapping

from libs.runtime.service import ProcessOptions, Runtime, Service, run_process
from libs.runtime.settings import SettingsError, SettingsT

WRONG_SETTINGS = 2


def run_alone(
    read: Callable[[Mapping[str, str]], SettingsT],
    build: Callable[[Runtime, SettingsT], Service],
    options: ProcessOptions | None = None,
) -> int:
    """Until SIGTERM or SIGINT; the exit code, 2 if a setting is wrong (and a sentence about it)."""
    try:
        settings = read(os.environ)
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return WRONG_SETTINGS
    return run_process(settings, lambda runtime: [build(runtime, settings)], options)
