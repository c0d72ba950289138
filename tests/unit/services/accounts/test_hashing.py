"""argon2id in threads: nobody's password takes the same way as somebody's; few at once."""

import asyncio
from collections.abc import AsyncIterator

import argon2
import pytest

from services.accounts.queries.hashing import Hashing, TooBusyError


@pytest.fixture
async def hashing() -> AsyncIterator[Hashing]:
    made = Hashing(8, 1, at_once=1, waiting=2)
    await made.start()
    yield made
    made.close()


async def test_a_hash_is_argon2id_and_salted(hashing: Hashing) -> None:
    one, other = await hashing.hash("geheimnis"), await hashing.hash("geheimnis")
    assert one != other
    assert one.startswith("$argon2id$")
    assert await hashing.verify(one, "geheimnis")
    assert await hashing.verify(other, "geheimnis")
    assert not await hashing.verify(one, "Geheimnis")


async def test_nobody_is_compared_with_a_hash_of_the_same_cost(hashing: Hashing) -> None:
    somebodys = argon2.extract_parameters(await hashing.hash("geheimnis"))
    assert argon2.extract_parameters(hashing._nobodys) == somebodys
    assert not await hashing.verify(None, "geheimnis")


async def test_what_is_no_hash_lets_nobody_in(hashing: Hashing) -> None:
    assert not await hashing.verify("$argon2id$broken", "geheimnis")


async def test_more_than_may_wait_are_told_so(hashing: Hashing) -> None:
    results = await asyncio.gather(
        *(hashing.hash("geheimnis") for _ in range(6)), return_exceptions=True
    )
    assert [type(result) for result in results] == [str] * 3 + [TooBusyError] * 3
    assert await hashing.verify(await hashing.hash("a"), "a"), "later there is room again"


async def test_other_figures_make_a_hash_outdated(hashing: Hashing) -> None:
    heavier = Hashing(16, 2, at_once=1, waiting=2)
    old = await hashing.hash("geheimnis")
    assert heavier.is_outdated(old)
    assert not hashing.is_outdated(old)
    assert await heavier.verify(old, "geheimnis"), "but it is a hash all the same"
    heavier.close()
