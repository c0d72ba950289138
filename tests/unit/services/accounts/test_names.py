"""Guests' names: pleasant, many, of the asked language, the same for the same entropy."""

import os
import re

import pytest

from services.accounts.decider import guest_name

SAMPLE = 4_000


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_name_is_an_adjective_and_an_animal(language: str) -> None:
    for _ in range(SAMPLE):
        name = guest_name(language, os.urandom(8))
        assert re.fullmatch(r"[A-ZÄÖÜ][a-zäöüß]+ [A-ZÄÖÜ][a-zäöüß]+", name), name
        assert len(name) <= 30


@pytest.mark.parametrize("language", ["de", "en"])
def test_there_are_so_many_that_two_guests_rarely_share_one(language: str) -> None:
    names = {guest_name(language, os.urandom(8)) for _ in range(SAMPLE)}
    assert len(names) > SAMPLE * 0.75


def test_german_adjectives_follow_their_noun() -> None:
    endings = {"Dachs": "er", "Eule": "e", "Reh": "es"}
    seen: set[str] = set()
    while seen != set(endings):
        adjective, animal = guest_name("de", os.urandom(8)).split(" ")
        if animal in endings:
            assert adjective.endswith(endings[animal])
            seen.add(animal)


def test_chance_comes_from_outside() -> None:
    assert guest_name("en", b"8 bytes!") == guest_name("en", b"8 bytes!")
