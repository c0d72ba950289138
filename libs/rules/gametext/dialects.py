"""How each game's turns look in a text, and what its two players are called."""

import re
from typing import Final

import msgspec


class Dialect(msgspec.Struct, frozen=True):
    """`turn` finds a turn in any tolerated spelling; `players` are the two tags' names."""

    turn: re.Pattern[str]
    players: tuple[str, str]
    signs: re.Pattern[str]

    def canonical(self, found: str) -> str:
        """A turn in the spelling of the rules: lower case, no blanks around its signs."""
        return self.signs.sub(r"\1", " ".join(found.lower().split()))


POINT: Final = r"[a-g][1-7]"
STONES: Final = Dialect(
    re.compile(rf"{POINT}(?:\s*-\s*{POINT})?(?:\s*x\s*{POINT})?(?![\w-])", re.IGNORECASE),
    ("White", "Black"),
    re.compile(" ?([-x]) ?"),
)
KINDS: Final = r"[a-z]+(?:\s*\*\s*\d+)?(?:\s*\+\s*[a-z]+(?:\s*\*\s*\d+)?)*"
CARDS: Final = Dialect(
    re.compile(
        rf"(?:take\s+[a-z]+|horses|sell\s+{KINDS}|swap\s+{KINDS}\s*>\s*{KINDS})(?!\w)",
        re.IGNORECASE,
    ),
    ("First", "Second"),
    re.compile(" ?([>+*]) ?"),
)
DIALECTS: Final = {
    "mills": STONES,
    "three": STONES,
    "dara": STONES,
    "tictactoe": STONES,
    "hanse": CARDS,
}
