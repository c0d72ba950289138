"""Whether a game counts: from ten turns, or three minutes of play, pauses left out."""

from collections.abc import Iterable
from typing import Final

from libs.contracts.games import GameEnded, GameStarted, PauseBegan, PauseOver
from libs.contracts.ratings import COUNTED_MS, COUNTED_PLIES


def _tag(event: type[GameStarted | GameEnded | PauseBegan | PauseOver]) -> str:
    return str(event.__struct_config__.tag)


_STANDS: Final = frozenset({_tag(PauseBegan), _tag(GameEnded)})
_GOES_ON: Final = frozenset({_tag(GameStarted), _tag(PauseOver)})


def is_long_enough(plies: int) -> bool:
    """Whether it counts by its turns alone, so that nobody need look at its time."""
    return plies >= COUNTED_PLIES


def counts(plies: int, play_ms: int) -> bool:
    """Whether a finished game counts."""
    return is_long_enough(plies) or play_ms >= COUNTED_MS


def play_ms(events: Iterable[tuple[str, int]]) -> int:
    """How long was played: from the types and instants of a game's events, in their order."""
    total, since = 0, None
    for kind, at_ms in events:
        if kind in _GOES_ON and since is None:
            since = at_ms
        elif kind in _STANDS and since is not None:
            total, since = total + at_ms - since, None
    return total
