"""How strongly a computer opponent plays: a word of its own, as a variant is."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Strength = Literal["easy", "medium", "strong"]
"""easy errs often, medium looks a few turns ahead, strong thinks as deep as a second allows."""

STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)

_NO_HINT_AGAINST: Final[Mapping[str, frozenset[Strength]]] = {"hanse": frozenset({"strong"})}


def is_hint_given(game: str, against: Strength) -> bool:
    """Whether a game against a computer of that strength has hints: by strong, where it sits."""
    return against not in _NO_HINT_AGAINST.get(game, frozenset())
