"""The games that the referee knows, each with its adapter."""

from typing import Final

from libs.rules.dara import Dara
from libs.rules.hanse import Hanse
from libs.rules.mills import Mills
from libs.rules.referee.adapter import AnyAdapter
from libs.rules.referee.hanse import HanseAdapter
from libs.rules.referee.request import RequestError
from libs.rules.referee.stones import StoneAdapter
from libs.rules.three import Three
from libs.rules.tictactoe import TicTacToe

ADAPTERS: Final[dict[str, AnyAdapter]] = {
    "mills": StoneAdapter(Mills()),
    "three": StoneAdapter(Three()),
    "dara": StoneAdapter(Dara()),
    "tictactoe": StoneAdapter(TicTacToe()),
    "hanse": HanseAdapter(Hanse()),
}


def adapter(game: str) -> AnyAdapter:
    """The adapter of a game. Raises RequestError for an unknown one."""
    if game not in ADAPTERS:
        raise RequestError(f"unknown game {game!r}")
    return ADAPTERS[game]
