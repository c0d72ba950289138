"""Random position texts for the comparison of two generators."""

import random
from collections.abc import Sequence


def stones_at_random(
    rnd: random.Random, points: Sequence[str], stones: int
) -> tuple[list[str], list[str]]:
    """White's and black's points, at most so many a side."""
    names = rnd.sample(list(points), len(points))
    white = rnd.randint(0, min(stones, len(names)))
    black = rnd.randint(0, min(stones, len(names) - white))
    return names[:white], names[white : white + black]


def text_at_random(rnd: random.Random, points: Sequence[str], stones: int) -> str:
    """A position with hands that are full, empty or out of step."""
    white, black = stones_at_random(rnd, points, stones)
    hands = [rnd.choice((0, 0, rnd.randint(0, stones - len(own)))) for own in (white, black)]
    side = rnd.choice(("white", "black"))
    return f"W:{','.join(white)} B:{','.join(black)} H:{hands[0]},{hands[1]} T:{side}"
