"""What becomes of the text of a line: one line, in one form, without anything invisible."""

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 4
"""So many marks may stand on one letter; more of them climb over the lines above."""

BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that look like nothing."""

_SPACES: Final = re.compile(r"\s+")


def clean(text: str) -> str:
    """The text as it is stored and shown; "" if nothing visible is left.

    Composed (NFC); line breaks and runs of blanks are one space; no control characters, no
    direction marks, no characters without width.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category[0] == "M":
            marks += 1
            if marks <= MOST_MARKS and kept and kept[-1] != " ":
                kept.append(character)
            continue
        marks = 0
        if category[0] == "Z" or character.isspace():
            kept.append(" ")
        elif category[0] != "C" and character not in BLANK:
            kept.append(character)
    composed = unicodedata.normalize("NFC", "".join(kept))
    return _SPACES.sub(" ", composed).strip()
