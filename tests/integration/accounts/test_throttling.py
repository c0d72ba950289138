"""Guessing at passwords: slower and slower by name and by address, and nobody else waits."""

import asyncio
from typing import Any

from libs.runtime import now_ms
from tests.integration.accounts.conftest import LIGHT, PASSWORD, Town, me, sign_in
from tests.integration.gateway.browser import Browser

WRONG = "nicht das richtige"


async def stand_still(town: Town, **settings: Any) -> None:
    """The clock of accounts stands from now on: nobody has waited for anything meanwhile."""
    await town.behind.stop(town.behind.running("accounts"))
    stopped_ms = now_ms()
    await town.behind.start("accounts", now=lambda: stopped_ms, **settings, **LIGHT)


async def attempt(
    browser: Browser, name: str, password: str, address: str
) -> tuple[int, str | None, int | None]:
    """Status, refusal, seconds to wait."""
    status, answer = await browser.post(
        "/api/sign-in", sign_in(name, password), **{"X-Forwarded-For": address}
    )
    return status, answer.get("code"), (answer.get("detail") or {}).get("wait_s")


async def test_a_name_waits_longer_and_longer_and_its_owner_at_home_does_not(town: Town) -> None:
    await town.account("Anna")
    at = {"ms": 1_800_000_000_000}
    await town.behind.stop(town.behind.running("accounts"))
    await town.behind.start("accounts", now=lambda: at["ms"], **LIGHT)
    home, attacker = await town.browser(), await town.browser()
    assert (await attempt(home, "Anna", PASSWORD, "192.0.2.1"))[0] == 200
    for number in range(6):
        tried = await attempt(attacker, "aNNa", WRONG, f"198.51.100.{number}")
        assert tried == (403, "wrong_password", None)
    waited = []
    for number in range(4):
        status, code, wait_s = await attempt(attacker, "Anna", PASSWORD, f"203.0.113.{number}")
        assert (status, code) == (429, "too_many_attempts"), "the right one waits, too"
        assert wait_s is not None
        waited.append(wait_s)
        at["ms"] += wait_s * 1000 - 1
        assert (await attempt(attacker, "Anna", WRONG, f"203.0.113.{number}"))[0] == 429
        at["ms"] += 1
        assert (await attempt(attacker, "Anna", WRONG, f"203.0.113.{number}"))[0] == 403
    assert waited == [2, 4, 8, 16]
    assert (await attempt(attacker, "Anna", PASSWORD, "203.0.113.9"))[0] == 429
    assert (await attempt(home, "Anna", PASSWORD, "192.0.2.1"))[0] == 200
    assert (await attempt(home, "Anna", WRONG, "192.0.2.1"))[:2] == (403, "wrong_password")
    at["ms"] += 25 * 3_600_000
    assert (await attempt(attacker, "Anna", WRONG, "203.0.113.9"))[:2] == (403, "wrong_password")


async def test_an_unknown_name_waits_like_a_known_one(town: Town) -> None:
    await town.account("Anna")
    await stand_still(town)
    browser = await town.browser()
    known = [await attempt(browser, "Anna", WRONG, f"192.0.2.{n}") for n in range(8)]
    unknown = [await attempt(browser, "Berta", WRONG, f"198.51.100.{n}") for n in range(8)]
    assert known == unknown
    assert [status for status, _, _ in known] == [403] * 6 + [429] * 2


async def test_an_address_that_tries_many_names_waits_and_no_other_does(town: Town) -> None:
    await town.account("Anna")
    await stand_still(town)
    browser = await town.browser()
    for number in range(21):
        tried = await attempt(browser, f"Opfer{number:02}x", WRONG, "192.0.2.1")
        assert tried == (403, "wrong_password", None)
        if number % 5 == 0:  # an account of one's own wipes nothing out
            assert (await attempt(browser, "Anna", PASSWORD, "192.0.2.99"))[0] == 200
    status, code, wait_s = await attempt(browser, "Berta", WRONG, "192.0.2.1")
    assert (status, code, wait_s) == (429, "too_many_attempts", 2)
    assert (await attempt(browser, "Clara", WRONG, "192.0.2.2"))[0] == 403
    assert (await attempt(browser, "Anna", PASSWORD, "192.0.2.3"))[0] == 200


async def test_an_own_account_gives_no_more_guesses_at_others(town: Town) -> None:
    await town.account("Eve")
    await stand_still(town)
    browser = await town.browser()
    at_home = "192.0.2.1"
    for number in range(20):
        assert (await attempt(browser, f"Opfer{number:02}x", WRONG, at_home))[0] == 403
    assert (await attempt(browser, "Eve", PASSWORD, at_home))[0] == 200
    assert (await attempt(browser, "Opfer20x", WRONG, at_home))[0] == 403
    assert (await attempt(browser, "Opfer21x", WRONG, at_home))[0] == 429


async def test_an_address_that_waits_keeps_no_name_waiting_and_a_name_no_address(
    town: Town,
) -> None:
    await town.account("Anna")
    await stand_still(town)
    browser = await town.browser()
    for number in range(21):
        assert (await attempt(browser, f"Opfer{number:02}x", WRONG, "192.0.2.1"))[0] == 403
    for name in ["Anna"] * 10 + ["Berta", "Clara"]:
        assert (await attempt(browser, name, WRONG, "192.0.2.1"))[:2] == (429, "too_many_attempts")
    assert len(await town.behind.rows("accounts", "SELECT * FROM attempts")) == 22
    assert (await attempt(browser, "Anna", PASSWORD, "192.0.2.2"))[0] == 200

    statuses = [(await attempt(browser, "Dora", WRONG, "192.0.2.3"))[0] for _ in range(30)]
    assert statuses[:6] == [403] * 6
    assert 429 in statuses
    assert (await attempt(browser, "Emma", WRONG, "192.0.2.3"))[0] == 403


async def test_right_passwords_are_limited_by_address_too(town: Town) -> None:
    strict = await town.gateway(passwords_burst=3, passwords_a_minute=1)
    anna = await town.account("Anna", strict)
    form = {"password": PASSWORD}
    for _ in range(2):
        assert (await anna.post("/api/account/recovery-codes", form))[0] == 200
    browser = await town.browser(strict)
    assert (await browser.post("/api/sign-in", sign_in("Anna")))[0] == 200
    for path, body in (
        ("/api/sign-in", sign_in("Anna")),
        ("/api/recover", {"name": "Anna", "code": "x", "password": PASSWORD}),
        ("/api/account/name", sign_in("Anne")),
        ("/api/account/password", {"old": PASSWORD, "new": "noch ein Passwort"}),
        ("/api/account/recovery-codes", form),
        ("/api/account/delete", form),
    ):
        status, answer = await anna.post(path, body)
        assert (status, answer["code"]) == (429, "too_fast"), path
    assert (await attempt(browser, "Anna", PASSWORD, "192.0.2.2"))[0] == 200


async def test_a_hundred_guesses_at_once_are_not_all_the_first(town: Town) -> None:
    await town.account("Anna")
    await stand_still(town)
    browsers = [await town.browser() for _ in range(5)]
    tries = await asyncio.gather(
        *(
            attempt(browsers[number % 5], "Anna", WRONG, f"192.0.{number}.1")
            for number in range(100)
        )
    )
    assert [status for status, _, _ in tries].count(403) == 6


async def test_guesses_from_within_a_session_and_at_codes_wait_too(town: Town) -> None:
    anna = await town.account("Anna")
    await stand_still(town)
    statuses = [(await anna.post("/api/account/delete", {"password": WRONG}))[0] for _ in range(7)]
    assert statuses == [403] * 6 + [429]
    status, answer = await anna.post("/api/account/name", sign_in("Anne"))
    assert (status, answer["code"]) == (429, "too_many_attempts")
    browser = await town.browser()
    form = {"name": "Anna", "code": "0000-0000-0000-0000", "password": "noch ein Passwort"}
    statuses = [(await browser.post("/api/recover", form))[0] for _ in range(7)]
    assert statuses == [403] * 6 + [429]
    assert await me(anna) is not None


async def test_codes_are_slowed_down_before_a_password_is_hashed(town: Town) -> None:
    await stand_still(town, argon2_at_once=1, argon2_waiting=1)
    browsers = [await town.browser() for _ in range(4)]
    form = {"name": "Niemals", "code": "x", "password": "noch ein Passwort"}
    answers = await asyncio.gather(*(each.post("/api/recover", form) for each in browsers * 10))
    statuses = [status for status, _ in answers]
    assert statuses.count(429) >= 34, "no more than six came so far as to be hashed or too many"
    assert set(statuses) <= {403, 429, 503}


async def test_what_is_kept_of_guesses_names_nobody(town: Town) -> None:
    browser = await town.browser()
    await attempt(browser, "Opfer", WRONG, "192.0.2.77")
    rows = await town.behind.rows("accounts", "SELECT * FROM attempts")
    assert len(rows) == 2
    kept = repr(list(map(dict, rows)))
    for word in ("Opfer", "opfer", "192.0.2.77", WRONG):
        assert word not in kept
