"""`python -m deploy.local run` starts the Spielcenter; `rebuild` makes read tables again.

`python -m deploy.local role NAME moderator` gives an account of this Spielcenter a role.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from deploy.local import services, settings
from deploy.local.node import Client, npm
from deploy.local.run import give_role, rebuild, run
from deploy.local.steps import complain
from deploy.local.texts import StartError

USAGE = "python -m deploy.local run | rebuild | role NAME ROLE | client | client-check | tools"


def main(arguments: list[str]) -> int:
    """Returns the exit code: 0 also when a signal ended it, for that is how it is meant to end."""
    signal.signal(signal.SIGTERM, _as_interrupt)
    os.chdir(services.repository())
    try:
        _command(arguments)
    except StartError as error:
        complain(error.text)
        return 1
    except KeyboardInterrupt:
        print()
    return 0


def _command(arguments: list[str]) -> None:
    match arguments:
        case ["run"]:
            run(settings.read(os.environ, services.repository()))
        case ["rebuild"]:
            rebuild(settings.read(os.environ, services.repository()))
        case ["role", name, role]:
            give_role(settings.read(os.environ, services.repository()), name, role)
        case ["client"]:
            Client().install(with_tools=False)
            Client().build()
        case ["tools"]:
            Client().install(with_tools=True)
        case ["client-check"]:
            Client().install(with_tools=True)
            npm("run", "check")
        case _:
            sys.exit(USAGE)


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
