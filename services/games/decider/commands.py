"""A command as the decider sees it: with what the owner has measured."""

import msgspec

from libs.contracts.games import GameCommand


class Request(msgspec.Struct, frozen=True):
    """The command, the network's measured round trip, and what the owner knows of connections.

    `absent_ms`: how long the sender's opponent has had no connection, 0 if connected.
    `hold_ms`: how much longer the flag must wait, since the thinking side was cut off by us.
    """

    command: GameCommand
    lag_ms: int = 0
    absent_ms: int = 0
    hold_ms: int = 0
