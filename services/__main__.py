"""Starts services in one process: `python -m services gateway games …`; also the house's upkeep.

`python -m services migrate` brings all tables up to date; `python -m services rebuild` makes all
read tables again from the logs; `python -m services role NAME moderator` gives an account a role.
"""

import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Final, TypeVar

import uvloop

import services.accounts.app
import services.accounts.config
import services.archive.app
import services.archive.config
import services.bots.app
import services.bots.config
import services.clocks.app
import services.clocks.config
import services.games.app
import services.games.config
import services.gateway.app
import services.gateway.config
import services.lobby.app
import services.lobby.config
import services.matchmaking.app
import services.matchmaking.config
import services.ratings.app
import services.ratings.config
import services.upkeep.app
from libs.runtime import (
    ProcessOptions,
    Runtime,
    Service,
    Settings,
    SettingsError,
    configure_logs,
    read_settings,
    run_process,
)

Builder = Callable[[Runtime], Service]
SettingsT = TypeVar("SettingsT", bound=Settings)

USAGE: Final = (
    "python -m services migrate | rebuild | role WHO player|moderator | NAME …   (names: {names})"
)


def builders() -> dict[str, Callable[[], Builder]]:
    """For each service: reads its settings, then says how it is made. Raises SettingsError."""
    return {
        "accounts": _builder(services.accounts.config.read, services.accounts.app.build),
        "archive": _builder(services.archive.config.read, services.archive.app.build),
        "bots": _builder(services.bots.config.read, services.bots.app.build),
        "clocks": _builder(services.clocks.config.read, services.clocks.app.build),
        "games": _builder(services.games.config.read, services.games.app.build),
        "gateway": _builder(services.gateway.config.read, services.gateway.app.build),
        "lobby": _builder(services.lobby.config.read, services.lobby.app.build),
        "matchmaking": _builder(services.matchmaking.config.read, services.matchmaking.app.build),
        "ratings": _builder(services.ratings.config.read, services.ratings.app.build),
    }


def _builder(
    read: Callable[[Mapping[str, str]], SettingsT], build: Callable[[Runtime, SettingsT], Service]
) -> Callable[[], Builder]:
    def with_settings() -> Builder:
        settings = read(os.environ)
        return lambda runtime: build(runtime, settings)

    return with_settings


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0 also when a signal ended it, for that is how it is meant to end."""
    known = builders()
    try:
        settings = read_settings(Settings, os.environ)
        match list(arguments):
            case ["migrate"]:
                return _upkeep(services.upkeep.app.migrate(settings.database_url, print))
            case ["rebuild"]:
                configure_logs("warning", sys.stderr)
                return _upkeep(services.upkeep.app.rebuild(Runtime(settings), print))
            case ["role", name, "player" | "moderator" as role]:
                configure_logs("warning", sys.stderr)
                return _upkeep(services.upkeep.app.give_role(Runtime(settings), name, role, print))
            case [_, *_] as names if set(names) <= set(known):
                return _run(settings, [known[name]() for name in names], list(names))
            case _:
                print(USAGE.format(names=" ".join(known)), file=sys.stderr)
                return 2
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2


def _run(settings: Settings, parts: Sequence[Builder], names: Sequence[str]) -> int:
    options = ProcessOptions(has_own_site="gateway" not in names)
    return run_process(settings, lambda runtime: [build(runtime) for build in parts], options)


def _upkeep(work: Coroutine[None, None, None]) -> int:
    try:
        uvloop.run(work)
    except services.upkeep.app.UpkeepError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
