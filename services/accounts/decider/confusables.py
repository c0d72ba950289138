"""Letters that look like others, for names that must not be mistaken for one another.

The method is the skeleton of Unicode Technical Standard #39 ("Unicode Security Mechanisms"); the
table is a choice of our own, made for the letters that names may have: where a letter's large and
small form look like two different ones, the large form counts, since it is the same drawing.
"""

from typing import Final

_CYRILLIC: Final = dict(
    zip("авсԁеԍнһіјкӏмпорԛѕтуүѵԝхфгьзбчөєлд", "abcdeghhijklmπopqstyyvwxφrb364oeλδ", strict=True)
)
_GREEK: Final = dict(zip("αβγεζηικμνορτυχ", "abγezhikmnoptyx", strict=True))
_LATIN: Final = {
    "ı": "i", "ĸ": "k", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "ð": "d",
    "þ": "p", "æ": "ae", "œ": "oe",
}  # fmt: skip
_ONE_STROKE: Final = {"i": "l", "1": "l", "0": "o"}

LOOKS_LIKE: Final = {
    letter: _ONE_STROKE.get(like, like)
    for letter, like in {**_CYRILLIC, **_GREEK, **_LATIN, **_ONE_STROKE}.items()
}
"""Small letter without marks → what it looks like."""

LOOK_TOGETHER: Final = (("rn", "m"), ("vv", "w"))
"""Two letters that look like one."""
