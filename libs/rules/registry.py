"""Every game's rules by key and version; old versions stay, so that old games replay."""

from typing import Any, Final

from libs.rules.dara import Dara
from libs.rules.game import Rules
from libs.rules.hanse import Hanse
from libs.rules.mills import Mills
from libs.rules.three import Three
from libs.rules.tictactoe import TicTacToe


class UnknownGameError(LookupError):
    """No rules of this key, or none of this version."""


ALL: Final[tuple[Rules[Any], ...]] = (Mills(), Three(), Dara(), TicTacToe(), Hanse())
REGISTRY: Final = {(rules.key, rules.version): rules for rules in ALL}
CURRENT: Final = {rules.key: rules for rules in sorted(ALL, key=lambda rules: rules.version)}


def game_keys() -> list[str]:
    """The keys of all games, sorted."""
    return sorted(CURRENT)


def current(key: str) -> Rules[Any]:
    """The newest rules of a game, for games that begin now. Raises UnknownGameError."""
    if key not in CURRENT:
        raise UnknownGameError(key)
    return CURRENT[key]


def rules(key: str, version: int) -> Rules[Any]:
    """The rules that a stored game was begun under. Raises UnknownGameError."""
    if (key, version) not in REGISTRY:
        raise UnknownGameError(f"{key} {version}")
    return REGISTRY[key, version]
