"""The games that the referee knows, each with its adapter."""

from typing import Final

from libs.rules.mills import Mills
from libs.rules.referee.adapter import AnyAdapter
from libs.rules.referee.request import RequestError
from libs.rules.referee.stones import StoneAdapter

ADAPTERS: Final[dict[str, AnyAdapter]] = {"mills": StoneAdapter(Mills())}


def adapter(game: str) -> AnyAdapter:
    """The adapter of a game. Raises RequestError for an unknown one."""
    if game not in ADAPTERS:
        raise RequestError(f"unknown game {game!r}")
    return ADAPTERS[game]
