"""Names that people choose: which are allowed, and when two look the same."""

import unicodedata
from typing import Final

from libs.contracts.accounts import LONGEST_NAME, SHORTEST_NAME
from services.accounts.decider.confusables import LOOK_TOGETHER, LOOKS_LIKE

SEPARATORS: Final = "_-."
DIGITS: Final = "0123456789"

_SCRIPTS: Final = {
    "latin": ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x17F), (0x1E00, 0x1EFF)),
    "greek": ((0x386, 0x3CE),),
    "cyrillic": ((0x400, 0x4FF),),
}
"""Scripts whose look-alikes we know; a name is written in one of them."""

_RESERVED: Final = (
    "admin administrator administration betreiber bot bots computer deleted geloescht gelöscht "
    "gast guest hilfe help house info mod moderation moderator nobody niemand null operator "
    "player spieler root service spielcenter spielleiter spielleitung staff support system team "
    "undefined unbekannt unknown webmaster админ бот гость компьютер система удалён"
).split()
_RESERVED_BEGINNINGS: Final = (
    "admin computer deleted geloescht gelöscht moderator spielcenter администратор модератор"
).split()


def normal(name: str) -> str:
    """The name as it is kept: compatibility forms (full width, ligatures) become plain letters."""
    return unicodedata.normalize("NFKC", name)


def skeleton(name: str) -> str:
    """What a name looks like: names with the same skeleton can be mistaken for each other.

    Case, marks and separators don't count. Takes any text; doesn't check that it is a name.
    """
    text = unicodedata.normalize("NFKD", normal(name).casefold())
    letters = [
        LOOKS_LIKE.get(letter, letter)
        for letter in text
        if letter not in SEPARATORS and not unicodedata.combining(letter)
    ]
    looks = "".join(letters)
    for pair, like in LOOK_TOGETHER:
        looks = looks.replace(pair, like)
    return looks


_RESERVED_LOOKS: Final = frozenset(map(skeleton, _RESERVED))
_RESERVED_STARTS: Final = tuple(map(skeleton, _RESERVED_BEGINNINGS))


def fault_of_name(name: str) -> str | None:
    """Why nobody may be called so: `bad_name` or `name_reserved`; None if it is a name.

    `name` is in its normal form.
    """
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME or not _is_well_written(name):
        return "bad_name"
    looks = skeleton(name)
    if looks in _RESERVED_LOOKS or looks.startswith(_RESERVED_STARTS):
        return "name_reserved"
    return None


def _is_well_written(name: str) -> bool:
    """Letters of one script, digits, separators inside; neither spaces nor anything invisible."""
    if name[0] in SEPARATORS or name[-1] in SEPARATORS:
        return False
    letters = [letter for letter in name if letter not in SEPARATORS + DIGITS]
    scripts = {_script_of(letter) for letter in letters}
    return len(scripts) == 1 and None not in scripts


def _script_of(letter: str) -> str | None:
    if unicodedata.category(letter) not in ("Ll", "Lu"):
        return None
    code = ord(letter)
    for script, ranges in _SCRIPTS.items():
        if any(first <= code <= last for first, last in ranges):
            return script
    return None
