"""Passwords: which are refused. How they are kept is no matter of this room."""

import itertools
import unicodedata
from typing import Final

from libs.contracts.accounts import LONGEST_PASSWORD, SHORTEST_PASSWORD

MORE_THAN_THE_NAME: Final = 4
"""So many characters a password must have beside the name."""

_COMMON: Final = frozenset(
    "password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word "
    "passwort passwort1 passwort12 passwort123 passwort1234 passw0rt kennwort geheim123 "
    "hallo123 hallo1234 hallohallo schatz123 schalke04 fussball fußball fussball1 bayern123 "
    "deutschland sommer2024 sommer2025 sommer2026 winter2024 winter2025 winter2026 "
    "12345678 123456789 1234567890 12345678910 0123456789 987654321 87654321 11223344 "
    "12341234 123123123 12344321 123321123 147258369 159357456 "
    "q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsxedc "
    "qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertz12 qwertz123 qwertz1234 qwertzui "
    "qwertzuiop asdfasdf asdfghjk asdfghjkl asdf1234 yxcvbnm1 zxcvbnm1 zxcvbnm123 "
    "abcd1234 abc12345 abcdefgh abcdefghi a1b2c3d4 aa123456 a1234567 a12345678 a123456789 "
    "iloveyou iloveyou1 iloveyou2 ichliebedich letmein1 letmein123 welcome1 welcome123 "
    "willkommen willkommen1 administrator admin123 admin1234 superman superman1 batman123 "
    "starwars starwars1 football football1 baseball baseball1 basketball sunshine sunshine1 "
    "princess princess1 princess123 dragon123 monkey123 charlie1 michael1 michelle jennifer "
    "jessica1 computer computer1 internet internet1 samsung1 samsung123 minecraft pokemon1 "
    "pokemon123 liverpool liverpool1 chelsea1 whatever trustno1 master123 shadow123 "
    "changeme changeme1 secret123 test1234 testtest test12345 spielcenter spielcenter1 "
    "schach123 muehle123 backgammon".split()
)
"""The commonest of those that are long enough, as lists of stolen ones have them again and again
(such as the NCSC's and SplashData's yearly ones), with German ones and this house's own words."""


def normal(password: str) -> str:
    """The password as it is hashed: the same for every keyboard that composes letters otherwise.

    As the OpaqueString profile of RFC 8265.
    """
    return unicodedata.normalize("NFC", password)


def fault_of_password(password: str, name: str) -> str | None:
    """Why this password is refused (`bad_password`, `common_password`, `password_is_name`).

    None if it isn't. `password` is in its normal form.
    """
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return "bad_password"
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in password):
        return "bad_password"
    plain, own = password.casefold(), name.casefold()
    if plain in _COMMON or _is_a_run(plain):
        return "common_password"
    if own and len(plain.replace(own, "")) < min(MORE_THAN_THE_NAME, len(plain)):
        return "password_is_name"
    return None


def _is_a_run(text: str) -> bool:
    """One character again and again, or characters that follow each other: aaaa…, abcd…, 9876…"""
    steps = {ord(second) - ord(first) for first, second in itertools.pairwise(text)}
    return len(steps) == 1 and steps <= {-1, 0, 1}
