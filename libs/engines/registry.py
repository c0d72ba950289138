"""Every game's engine by its key. Only worker processes load engines: with them comes numba."""

from collections.abc import Callable, Mapping
from typing import Final

from libs.engines.port import Engine, EngineError


def _tictactoe() -> Engine:
    from libs.engines.tictactoe import TicTacToeEngine  # noqa: PLC0415  loaded when asked for

    return TicTacToeEngine()


def _three() -> Engine:
    from libs.engines.three import ThreeEngine  # noqa: PLC0415  loaded when asked for

    return ThreeEngine()


def _dara() -> Engine:
    from libs.engines.dara import DaraEngine  # noqa: PLC0415  loaded when asked for

    return DaraEngine()


def _hanse() -> Engine:
    from libs.engines.hanse import HanseEngine  # noqa: PLC0415  loaded when asked for

    return HanseEngine()


def _mills() -> Engine:
    from libs.engines.mills import MillsEngine  # noqa: PLC0415  loaded when asked for

    return MillsEngine()


FACTORIES: Final[Mapping[str, Callable[[], Engine]]] = {
    "tictactoe": _tictactoe,
    "three": _three,
    "mills": _mills,
    "dara": _dara,
    "hanse": _hanse,
}
"""In the order in which they are prepared: what is ready at once, then what is played most."""


def games() -> tuple[str, ...]:
    """The games that have an engine, in the order in which they are best prepared."""
    return tuple(FACTORIES)


def load(game: str) -> Engine:
    """A new engine, not yet prepared. Raises EngineError for a game without one."""
    if game not in FACTORIES:
        raise EngineError(f"no engine plays {game!r}")
    return FACTORIES[game]()
