"""Passwords: length, signs, the commonest, the name."""

import pytest

from services.accounts.decider import fault_of_password
from services.accounts.decider.passwords import normal


@pytest.mark.parametrize(
    "password",
    [
        "Tr0mmelwirbel",
        "vier Worte ohne Sinn",
        "x" * 7 + "y",
        "пароль-2026",
        "anna und ich",
        "🐎🐎🐴🐎🐎🐴🐎🦄",
    ],
)
def test_good_passwords(password: str) -> None:
    assert fault_of_password(password, "Anna") is None


@pytest.mark.parametrize(
    ("password", "fault"),
    [
        ("", "bad_password"),
        ("x2345y7", "bad_password"),
        ("ab" * 100 + "c", "bad_password"),
        ("lang genug\0", "bad_password"),
        ("lang\u202egenug", "bad_password"),
        ("lang\u200bgenug", "bad_password"),
        ("lang\ngenug", "bad_password"),
        ("PASSWORD", "common_password"),
        ("Passwort123", "common_password"),
        ("qwertzuiop", "common_password"),
        ("zzzzzzzzz", "common_password"),
        ("abcdefghijkl", "common_password"),
        ("98765432", "common_password"),
        ("AnnemarieK", "password_is_name"),
        ("annemariek1", "password_is_name"),
        ("annemariekannemariek", "password_is_name"),
    ],
)
def test_refused_passwords(password: str, fault: str) -> None:
    assert fault_of_password(password, "AnnemarieK") == fault


def test_the_longest_and_the_shortest_are_allowed() -> None:
    assert fault_of_password("Ab" * 100, "Anna") is None
    assert fault_of_password("kuerzest", "Anna") is None


def test_a_keyboard_that_composes_letters_otherwise_types_the_same_password() -> None:
    assert normal("Mu\u0308hlespiel") == normal("M\u00fchlespiel")
