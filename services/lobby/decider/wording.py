"""What becomes of the text of a line: one line, in one form, without anything invisible."""

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 4
"""So many marks may stand on one letter; more of them climb over the lines above."""

BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that look like nothing."""

JOINER: Final = "\u200d"
"""Makes one picture of two: a family, a flag, a profession."""
AS_PICTURE: Final = "\ufe0f"
FIRST_PICTURE: Final = "\U0001f000"
LAST_PICTURE: Final = "\U0001faff"
"""All between are pictures or will be: new ones come every year, before we know them."""

_SPACES: Final = re.compile(r"\s+")


def clean(text: str) -> str:
    """The text as it is stored and shown; "" if nothing visible is left.

    Composed (NFC); line breaks and runs of blanks are one space; no control characters, no
    direction marks, no characters without width but those that join two pictures.
    """
    kept: list[str] = []
    marks = 0
    is_joined = False
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category[0] == "M":
            marks += 1
            if marks <= MOST_MARKS and kept and kept[-1] != " ":
                kept.append(character)
                is_joined = False
        elif category[0] == "Z" or character.isspace():
            kept.append(" ")
            marks, is_joined = 0, False
        elif character == JOINER:
            is_joined = bool(kept) and (kept[-1] == AS_PICTURE or is_picture(kept[-1]))
        elif is_visible(character):
            kept.append(JOINER + character if is_joined and is_picture(character) else character)
            marks, is_joined = 0, False
    composed = unicodedata.normalize("NFC", "".join(kept))
    return _SPACES.sub(" ", composed).strip()


def is_picture(shown: str) -> bool:
    """Whether something shown is an emoji, or may be one."""
    character = shown[-1]
    is_symbol = unicodedata.category(character) == "So" and character not in BLANK
    return is_symbol or FIRST_PICTURE <= character <= LAST_PICTURE


def is_visible(character: str) -> bool:
    """Whether there is something to see where it stands."""
    is_character = unicodedata.category(character)[0] != "C" and character not in BLANK
    return is_character or is_picture(character)
