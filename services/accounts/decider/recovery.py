"""Recovery codes: sixteen signs of Crockford's base 32, 80 bits, easy to copy by hand."""

import hashlib
from typing import Final

from libs.contracts.accounts import RECOVERY_CODES

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Douglas Crockford's: neither I, L nor O, which look like digits, nor U."""

SIGNS: Final = 16
GROUP: Final = 4
BYTES: Final = SIGNS * RECOVERY_CODES
"""Entropy that `recovery_codes` takes: a byte a sign."""

_READ_AS: Final = str.maketrans("OIL", "011")


def recovery_codes(entropy: bytes) -> list[str]:
    """Fresh codes. Takes `BYTES` bytes."""
    signs = [ALPHABET[byte % len(ALPHABET)] for byte in entropy[:BYTES]]
    groups = ["".join(signs[at : at + GROUP]) for at in range(0, len(signs), GROUP)]
    each = SIGNS // GROUP
    return ["-".join(groups[at : at + each]) for at in range(0, len(groups), each)]


def recovery_hash(player: str, code: str) -> str:
    """What is kept of a code; case, spaces, dashes and O for 0 don't matter.

    A plain hash is enough: nobody guesses 80 random bits.
    """
    signs = "".join(sign for sign in code.upper() if sign.isalnum()).translate(_READ_AS)
    return hashlib.sha256(f"{player}:{signs}".encode()).hexdigest()
