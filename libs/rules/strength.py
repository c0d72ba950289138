"""How strongly a computer opponent plays: a word of its own, as a variant is."""

from typing import Final, Literal, get_args

Strength = Literal["easy", "medium", "strong"]
"""easy errs often, medium looks a few turns ahead, strong thinks as deep as a second allows."""

STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
