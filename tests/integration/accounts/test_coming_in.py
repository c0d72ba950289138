"""Signing up and in, through a gateway: names that are taken, guests who stay who they are."""

import asyncio
from typing import Any

from services.gateway.app import Gateway
from tests.integration.accounts.conftest import LIGHT, PASSWORD, Town, me, sign_in
from tests.integration.gateway.browser import Browser


async def sign_up(browser: Browser, name: str, password: str = PASSWORD) -> tuple[int, str | None]:
    """Status and refusal."""
    status, answer = await browser.post("/api/sign-up", {"name": name, "password": password})
    return status, answer.get("code")


async def test_somebody_signs_up_out_and_in_again(town: Town) -> None:
    anna = await town.browser()
    status, answer = await anna.post("/api/sign-up", sign_in("Anna"))
    assert status == 200
    player = answer["me"]["player"]
    assert (player["name"], player["is_guest"], player["role"]) == ("Anna", False, "player")
    assert len(set(answer["recovery_codes"])) == 8
    assert await me(anna) == player
    assert (await anna.post("/api/sign-out"))[0] == 200
    assert await me(anna) is None
    status, answer = await anna.post("/api/sign-in", sign_in("aNNa"))
    assert (status, answer["player"]) == (200, player), "case does not matter when signing in"
    assert await me(anna) == player
    assert await town.behind.kinds("accounts", player["id"]) == ["accounts.signed_up"]


async def test_a_guest_becomes_an_account_and_stays_the_same_player(town: Town) -> None:
    guest = await town.guest()
    before = await me(guest)
    socket = await guest.socket()
    assert await sign_up(guest, "Berta") == (200, None)
    after = await me(guest)
    assert after["id"] == before["id"]
    assert (after["name"], after["is_guest"]) == ("Berta", False)
    assert await socket.ended() == 1008, "the guest's session has ended"
    assert (await guest.socket()).got[0]["player"] == after
    assert await sign_up(guest, "Bertha") == (409, "already_signed_up")
    kinds = await town.behind.kinds("accounts", after["id"])
    assert kinds == ["accounts.guest_registered", "accounts.signed_up"]


async def test_each_way_in_gives_another_token_and_ends_the_one_before(town: Town) -> None:
    anna = await town.guest()
    tokens = [cookie_of(anna)]
    assert await sign_up(anna, "Anna") == (200, None)
    tokens.append(cookie_of(anna))
    assert (await anna.post("/api/sign-in", sign_in("Anna")))[0] == 200
    tokens.append(cookie_of(anna))
    assert len(set(tokens)) == 3
    for old in tokens[:2]:
        assert await me(await town.browser(token=old)) is None
    assert await me(anna) is not None


def cookie_of(browser: Browser) -> str:
    (cookie,) = [each for each in browser.session.cookie_jar if each.key == "sc_session"]
    return cookie.value


async def test_of_many_who_want_one_name_at_once_one_gets_it(town: Town) -> None:
    gateways: list[Gateway] = [await town.gateway(), await town.gateway()]
    names = ["PaulO", "Paul0", "paulo", "РАULО", "p.aulo", "PAUL-O"]
    people = [await town.guest(gateways[place % 2]) for place in range(len(names))]
    outcomes = await asyncio.gather(*map(sign_up, people, names))
    assert sorted(outcomes, key=str)[0] == (200, None)
    refused = sorted(outcome for outcome in outcomes if outcome != (200, None))
    assert refused == [(409, "name_taken")] * 4 + [(422, "bad_name")], outcomes
    rows = await town.behind.rows("accounts", "SELECT name FROM players WHERE NOT is_guest")
    assert len(rows) == 1
    signed_up = await town.behind.rows(
        "accounts", "SELECT 1 FROM events WHERE type = 'accounts.signed_up'"
    )
    assert len(signed_up) == 1, "a refused sign-up leaves no event"
    winner = people[outcomes.index((200, None))]
    assert not (await me(winner))["is_guest"]
    losers = [person for person in people if person is not winner]
    assert all([(await me(person))["is_guest"] for person in losers]), "they are still guests"


async def test_a_guest_who_signs_up_in_two_tabs_at_once_has_one_account(town: Town) -> None:
    guest = await town.guest()
    other = await town.browser(token=cookie_of(guest))
    player = (await me(guest))["id"]
    outcomes = await asyncio.gather(sign_up(guest, "Erste"), sign_up(other, "Zweite"))
    # The first ends the guest's session: whoever comes after that is a stranger, not the guest.
    comers = [
        (await me(browser))["id"]
        for browser, outcome in zip((guest, other), outcomes, strict=True)
        if outcome == (200, None)
    ]
    assert comers.count(player) == 1, outcomes
    assert {*outcomes} <= {(200, None), (409, "already_signed_up")}
    signed_up = await town.behind.rows(
        "accounts",
        "SELECT 1 FROM events WHERE type = 'accounts.signed_up' AND stream = $1",
        player,
    )
    assert len(signed_up) == 1


REFUSED = (
    ("ab", PASSWORD, "bad_name"),
    ("a" * 21, PASSWORD, "bad_name"),
    ("<b>Anna</b>", PASSWORD, "bad_name"),
    ("Anna\u202egnp", PASSWORD, "bad_name"),
    ("An\u200bna", PASSWORD, "bad_name"),
    ("C0mputer", PASSWORD, "name_reserved"),
    ("Gelöscht", PASSWORD, "name_reserved"),
    ("Anna", "kurz", "bad_password"),
    ("Anna", "x" * 201, "bad_password"),
    ("Anna", "lang genug\u0007", "bad_password"),
    ("Anna", "Passwort123", "common_password"),
    ("Annemarie", "annemarie", "password_is_name"),
)


async def test_what_is_no_name_or_no_password_is_refused_with_a_reason(town: Town) -> None:
    browser = await town.browser()
    for name, password, code in REFUSED:
        assert await sign_up(browser, name, password) == (422, code), (name, password)
    assert await town.behind.rows("accounts", "SELECT 1 FROM players") == []


async def test_nul_and_other_shapes_are_no_sign_up(town: Town) -> None:
    browser = await town.browser()
    assert await sign_up(browser, "An\0na") == (400, "bad_message")
    status, answer = await browser.post("/api/sign-up", {"name": "Anna"})
    assert (status, answer["code"]) == (400, "bad_message")
    status, answer = await browser.post("/api/sign-in", {"name": ["Anna"], "password": PASSWORD})
    assert (status, answer["code"]) == (400, "bad_message")


async def test_an_unknown_name_and_a_wrong_password_are_one_refusal(town: Town) -> None:
    await town.account("Anna")
    browser = await town.browser()
    wrong = await browser.post("/api/sign-in", sign_in("Anna", "nicht das richtige"))
    unknown = await browser.post("/api/sign-in", sign_in("Niemals", "nicht das richtige"))
    assert wrong == unknown
    assert (wrong[0], wrong[1]["code"]) == (403, "wrong_password")
    assert "detail" not in wrong[1] or wrong[1]["detail"] is None


async def test_a_password_is_stored_as_argon2id_and_nowhere_else(town: Town) -> None:
    anna = await town.account("Anna")
    player = (await me(anna))["id"]
    (row,) = await town.behind.rows("accounts", "SELECT * FROM credentials")
    assert row["password_hash"].startswith("$argon2id$v=19$m=8,t=1,p=1$")
    tables = ["players", "sessions", "events", "settings", "attempts", "known_places"]
    for table in tables:
        rows = await town.behind.rows("accounts", f"SELECT * FROM {table}")
        assert PASSWORD not in repr(list(map(dict, rows)))
    events = await town.behind.rows("accounts", "SELECT * FROM events WHERE stream = $1", player)
    assert "Anna" not in repr(list(map(dict, events)))


async def test_a_password_that_was_hashed_with_other_figures_is_hashed_anew(town: Town) -> None:
    await town.account("Anna")
    heavier: dict[str, Any] = {"argon2_memory_kib": 16, "argon2_passes": 2}
    await town.behind.stop(town.behind.running("accounts"))
    await town.behind.start("accounts", **heavier)
    browsers = [await town.browser() for _ in range(5)]
    answers = await asyncio.gather(
        *(each.post("/api/sign-in", sign_in("Anna")) for each in browsers)
    )
    assert [status for status, _ in answers] == [200] * 5, "also for several devices at once"
    (row,) = await town.behind.rows("accounts", "SELECT * FROM credentials")
    assert row["password_hash"].startswith("$argon2id$v=19$m=16,t=2,p=1$")
    assert (await browsers[0].post("/api/sign-in", sign_in("Anna")))[0] == 200


async def test_who_signs_in_while_the_service_restarts_only_waits(town: Town) -> None:
    await town.account("Anna")
    browser = await town.browser()
    await town.behind.stop(town.behind.running("accounts"))
    signing_in = asyncio.create_task(browser.post("/api/sign-in", sign_in("Anna")))
    await town.behind.start("accounts", **LIGHT)
    assert (await signing_in)[0] == 200


async def test_foreign_pages_sign_nobody_up_or_in(town: Town) -> None:
    await town.account("Anna")
    browser = await town.browser()
    for path in ("/api/sign-up", "/api/sign-in", "/api/recover"):
        form = {**sign_in("Anna"), **({"code": "x"} if path.endswith("recover") else {})}
        status, answer = await browser.post(path, form, Origin="https://evil.example")
        assert (status, answer["code"]) == (403, "foreign_origin"), path
    assert await me(browser) is None


async def test_signing_up_is_limited_by_address(town: Town) -> None:
    strict = await town.gateway(sign_ups_burst=2)
    outcomes = [
        await sign_up(await town.browser(strict), name) for name in ("Anna", "Berta", "Clara")
    ]
    assert outcomes == [(200, None), (200, None), (429, "too_fast")]
