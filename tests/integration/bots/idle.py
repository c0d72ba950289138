"""No engine at all: a list for worker processes where nobody is to play."""

from typing import NoReturn

from libs.engines.port import EngineError


def games() -> tuple[str, ...]:
    """None."""
    return ()


def load(game: str) -> NoReturn:
    """Raises EngineError."""
    raise EngineError(f"nobody plays {game!r} here")
