"""Recovery codes: many, different, read whatever way they are typed."""

import os
import re

from services.accounts.decider.recovery import BYTES, recovery_codes, recovery_hash


def test_eight_codes_of_eighty_bits() -> None:
    codes = recovery_codes(os.urandom(BYTES))
    assert len(set(codes)) == 8
    sign = "[0-9A-HJKMNP-TV-Z]"
    assert all(re.fullmatch(rf"{sign}{{4}}(-{sign}{{4}}){{3}}", code) for code in codes), codes


def test_chance_comes_from_outside_and_all_of_it_counts() -> None:
    entropy = bytes(range(BYTES))
    assert recovery_codes(entropy) == recovery_codes(entropy)
    for place in range(BYTES):
        other = bytearray(entropy)
        other[place] ^= 1
        assert recovery_codes(bytes(other)) != recovery_codes(entropy)


def test_a_code_is_read_as_it_was_meant() -> None:
    written = recovery_hash("00-a", "0123-ABCD-EFGH-JKMN")
    for typed in (
        "0123abcdefghjkmn",
        " 0123 abcd efgh jkmn ",
        "Oi23-ABCD-EFGH-JKMN",
        "ol23ABCDEFGHJKMN",
    ):
        assert recovery_hash("00-a", typed) == written
    assert recovery_hash("00-a", "0123-ABCD-EFGH-JKMP") != written
    assert recovery_hash("00-b", "0123-ABCD-EFGH-JKMN") != written, "another player's"
