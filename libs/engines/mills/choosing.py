"""Three strengths: what each sees of a position, and which of equal turns it plays."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from libs.engines.mills.endgame import Endgame, line_of, look_up, trickiest
from libs.engines.mills.memory import Memory
from libs.engines.mills.position import Position
from libs.engines.mills.thinking import Found, Wish, think
from libs.engines.port import Exact
from libs.rules.strength import Strength

MEDIUM_PLIES: Final = 3
MEDIUM_LIKING: Final = 9
"""Medium does not tell turns apart whose scores are closer than this (100 a stone)."""
EASY_NOTICES: Final = 0.2
"""The share of its turns that easy sees at all; of these it takes the best at first sight."""
OPENING_LIKING: Final = 12
OPENING_STONES: Final = 5
"""While fewer stones stand, strong takes any turn within OPENING_LIKING of the best."""


class Options(NamedTuple):
    """All turns of the side to act, and those whose values are asked for."""

    turns: Sequence[int]
    asked: Sequence[int]


class Choice(NamedTuple):
    """The turn to play, what tables know of the position, the values of the turns asked about."""

    found: Found
    exact: Exact | None
    values: tuple[int, ...]


def choose_weakly(
    memory: Memory, position: Position, options: Options, strength: Strength, dice: Random
) -> Choice:
    """Medium's turn, or easy's: by a small search of their own, without tables."""
    memory.use_shallow()
    turns = options.turns
    if strength == "medium":
        liking = [dice.randrange(MEDIUM_LIKING) for _ in turns]
        found = think(memory, position, turns, Wish(MEDIUM_PLIES, liking, options.asked))
    else:
        noticed = [turn for turn in turns if dice.random() < EASY_NOTICES] or [dice.choice(turns)]
        found = think(memory, position, noticed, Wish(1, asked=options.asked))
    return Choice(found, None, found.values)


def choose_strongly(memory: Memory, position: Position, options: Options, dice: Random) -> Choice:
    """Strong's turn: by the tables where they know, else searched as deep as time allows."""
    endgame = look_up(memory, position, options.turns)
    if not (best := endgame.best()):
        wish = Wish(liking=_liking(position, options, dice), asked=options.asked)
        found = think(memory, position, options.turns, wish)
        # No turn is better than the best: between equal ones the rest is the search's noise.
        return Choice(found, endgame.exact, tuple(min(one, found.score) for one in found.values))
    values = _values(memory, position, endgame, options.asked)
    if score := endgame.scores[best[0]]:
        line = line_of(memory, position, dice.choice(best))
        found = Found(line[0], score, len(line), line)
    else:
        best = trickiest(memory, position, best)
        found = think(memory, position, best)._replace(score=0)
    return Choice(found, endgame.exact, values)


def _liking(position: Position, options: Options, dice: Random) -> list[int]:
    """Whims for the opening, so that not all games begin alike; none where turns are valued."""
    if position.stones >= OPENING_STONES or options.asked:
        return []
    return [dice.randrange(OPENING_LIKING) for _ in options.turns]


def _values(
    memory: Memory, position: Position, endgame: Endgame, asked: Sequence[int]
) -> tuple[int, ...]:
    """Values by the tables; those that they leave open are searched for."""
    unknown = [turn for turn in asked if turn not in endgame.scores]
    scores = dict(endgame.scores)
    if unknown:
        found = think(memory, position, unknown, Wish(asked=unknown))
        scores.update(zip(unknown, found.values, strict=True))
    return tuple(scores[turn] for turn in asked)
