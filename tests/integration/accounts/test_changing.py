"""What people do with their account: name, password, recovery codes, sessions, the end."""

import asyncio
from typing import Any

from libs.runtime import now_ms
from tests.integration.accounts.conftest import PASSWORD, Town, me, sign_in, within
from tests.integration.gateway.browser import Browser

ANOTHER = "ein anderes Passwort"


async def code(browser: Browser, path: str, body: Any = b"") -> tuple[int, str | None]:
    """Status and refusal of a POST."""
    status, answer = await browser.post(path, body)
    return status, answer.get("code") if isinstance(answer, dict) else None


async def signed_up(town: Town, name: str) -> tuple[Browser, list[str]]:
    """Somebody new, and the recovery codes."""
    browser = await town.browser()
    _, answer = await browser.post("/api/sign-up", sign_in(name))
    return browser, answer["recovery_codes"]


async def test_another_name_holds_at_once_and_everywhere(town: Town) -> None:
    anna = await town.account("Anna")
    await town.account("Berta")
    player = (await me(anna))["id"]
    elsewhere = await town.browser(await town.gateway())
    assert (await elsewhere.get(f"/api/names?ids={player}"))[1] == {"names": {player: "Anna"}}
    path = "/api/account/name"
    assert await code(anna, path, sign_in("Clara", "falsch falsch")) == (403, "wrong_password")
    assert await code(anna, path, sign_in("8erta", PASSWORD)) == (200, None)
    assert await code(anna, path, sign_in("BERTA")) == (409, "name_taken")
    assert await code(anna, path, sign_in("Admin")) == (422, "name_reserved")
    assert await code(anna, path, sign_in("CLARA")) == (200, None)
    assert await code(anna, path, sign_in("Clara")) == (200, None), "only the case"
    assert (await me(anna))["name"] == "Clara"

    async def seen() -> object:
        return (await elsewhere.get(f"/api/names?ids={player}"))[1]

    await within(seen, {"names": {player: "Clara"}})
    assert await code(await town.browser(), "/api/sign-up", sign_in("Anna")) == (200, None)


async def test_of_two_who_take_one_name_at_once_one_gets_it(town: Town) -> None:
    anna, berta = await town.account("Anna"), await town.account("Berta")
    outcomes = await asyncio.gather(
        code(anna, "/api/account/name", sign_in("Clara")),
        code(berta, "/api/account/name", sign_in("CIara")),
    )
    assert sorted(outcomes, key=str) == [(200, None), (409, "name_taken")]


async def test_another_password_ends_the_other_sessions(town: Town) -> None:
    anna = await town.account("Anna")
    elsewhere = await town.browser(await town.gateway())
    assert (await elsewhere.post("/api/sign-in", sign_in("Anna")))[0] == 200
    socket = await elsewhere.socket()
    _, made = await anna.post("/api/account/tokens", {"name": "Skript", "password": PASSWORD})
    path = "/api/account/password"
    wrong = {"old": ANOTHER, "new": ANOTHER}
    assert await code(anna, path, wrong) == (403, "wrong_password")
    common = {"old": PASSWORD, "new": "12345678"}
    assert await code(anna, path, common) == (422, "common_password")
    assert await code(anna, path, {"old": PASSWORD, "new": ANOTHER}) == (200, None)
    assert await socket.ended() == 1008
    assert socket.reason == "session_closed"
    assert await me(elsewhere) is None
    assert (await me(anna))["name"] == "Anna"
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert (await anna.get("/api/me", **bearer))[1]["player"] is None, "API tokens, too"
    assert await code(elsewhere, "/api/sign-in", sign_in("Anna")) == (403, "wrong_password")
    assert await code(elsewhere, "/api/sign-in", sign_in("Anna", ANOTHER)) == (200, None)


async def test_a_recovery_code_lets_in_once_and_ends_all_else(town: Town) -> None:
    anna, codes = await signed_up(town, "Anna")
    _, made = await anna.post("/api/account/tokens", {"name": "Skript", "password": PASSWORD})
    lost = await town.browser()
    form = {"name": "anna", "code": codes[3].lower().replace("-", " "), "password": ANOTHER}
    assert await code(lost, "/api/recover", {**form, "password": "kurz"}) == (422, "bad_password")
    assert await code(lost, "/api/recover", {**form, "name": "Berta"}) == (
        403,
        "wrong_recovery_code",
    )
    assert await code(lost, "/api/recover", form) == (200, None)
    assert (await me(lost))["name"] == "Anna"
    assert await me(anna) is None, "whoever was in is out"
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert (await anna.get("/api/me", **bearer))[1]["player"] is None, "API tokens, too"
    again = await town.browser()
    assert await code(again, "/api/recover", form) == (403, "wrong_recovery_code")
    assert await code(again, "/api/sign-in", sign_in("Anna", ANOTHER)) == (200, None)
    (row,) = await town.behind.rows("accounts", "SELECT recovery_hashes FROM credentials")
    assert len(row[0]) == 7


async def test_a_code_that_is_used_twice_at_once_works_once(town: Town) -> None:
    _, codes = await signed_up(town, "Anna")
    form = {"name": "Anna", "code": codes[0], "password": ANOTHER}
    browsers = [await town.browser() for _ in range(4)]
    outcomes = await asyncio.gather(*(code(each, "/api/recover", form) for each in browsers))
    assert sorted(outcomes) == [(200, None)] + [(403, "wrong_recovery_code")] * 3


async def test_a_session_that_begins_while_the_password_changes_does_not_outlive_it(
    town: Town,
) -> None:
    anna = await town.account("Anna")
    thieves = [await town.browser() for _ in range(5)]
    change = {"old": PASSWORD, "new": ANOTHER}
    outcomes = await asyncio.gather(
        *(code(thief, "/api/sign-in", sign_in("Anna")) for thief in thieves[:3]),
        code(anna, "/api/account/password", change),
        *(code(thief, "/api/sign-in", sign_in("Anna")) for thief in thieves[3:]),
    )
    assert outcomes[3] == (200, None)
    assert set(outcomes) <= {(200, None), (403, "wrong_password")}
    rows = await town.behind.rows("accounts", "SELECT 1 FROM sessions")
    assert len(rows) == 1
    assert await me(anna) is not None


async def test_new_recovery_codes_replace_the_former(town: Town) -> None:
    anna, codes = await signed_up(town, "Anna")
    path = "/api/account/recovery-codes"
    assert await code(anna, path, {"password": ANOTHER}) == (403, "wrong_password")
    status, answer = await anna.post(path, {"password": PASSWORD})
    assert status == 200
    assert len(set(answer["recovery_codes"]) | set(codes)) == 16
    browser = await town.browser()
    old = {"name": "Anna", "code": codes[0], "password": ANOTHER}
    assert await code(browser, "/api/recover", old) == (403, "wrong_recovery_code")
    new = {**old, "code": answer["recovery_codes"][0]}
    assert await code(browser, "/api/recover", new) == (200, None)


async def test_sessions_are_listed_and_end_at_once_on_every_gateway(town: Town) -> None:
    anna = await town.account("Anna")
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
    elsewhere = await town.browser(await town.gateway())
    status, _ = await elsewhere.post("/api/sign-in", sign_in("Anna"), **{"User-Agent": firefox})
    assert status == 200
    socket = await elsewhere.socket()
    status, sessions = await anna.get("/api/account/sessions")
    assert status == 200
    assert [each["is_current"] for each in sorted(sessions, key=lambda s: s["is_current"])] == [
        False,
        True,
    ]
    (other,) = [each for each in sessions if not each["is_current"]]
    assert other["device"] == "Firefox, Linux"
    assert abs(other["created_at_ms"] - now_ms()) < 60_000
    stranger = await town.account("Berta")
    path = f"/api/account/sessions/{other['id']}/close"
    assert (await stranger.post(path))[0] == 200, "it is none of hers, so nothing happens"
    assert await me(elsewhere) is not None
    status, left = await anna.post(path)
    assert (status, [each["id"] for each in left]) == (
        200,
        [each["id"] for each in sessions if each["is_current"]],
    )
    assert await socket.ended() == 1008
    assert await me(elsewhere) is None
    for wrong in ("", "x", "%25", "0" * 16, "a" * 64):
        await anna.post(f"/api/account/sessions/{wrong}/close")
    assert await me(anna) is not None


async def test_a_deleted_account_leaves_its_games_and_nothing_personal(town: Town) -> None:
    anna = await town.account("Anna")
    player = (await me(anna))["id"]
    elsewhere = await town.browser(await town.gateway())
    assert (await elsewhere.post("/api/sign-in", sign_in("Anna")))[0] == 200
    _, made = await anna.post("/api/account/tokens", {"name": "Skript", "password": PASSWORD})
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert (await elsewhere.get("/api/me", **bearer))[1]["player"]["id"] == player
    socket = await elsewhere.socket()
    path = "/api/account/delete"
    assert await code(anna, path, {"password": ANOTHER}) == (403, "wrong_password")
    assert await anna.post(path, {"password": PASSWORD}) == (200, {"player": None, "running": []})
    assert await socket.ended() == 1008
    assert await me(elsewhere) is None
    assert (await elsewhere.get("/api/me", **bearer))[1]["player"] is None
    assert (await anna.get(f"/api/names?ids={player}"))[1] == {"names": {player: None}}
    assert (await anna.get(f"/api/players/{player}"))[0] == 404
    for table in ("players", "sessions", "tokens", "credentials", "settings", "known_places"):
        rows = await town.behind.rows("accounts", f"SELECT * FROM {table}")
        assert rows == [], table
    kinds = await town.behind.kinds("accounts", player)
    assert kinds == ["accounts.signed_up", "accounts.account_deleted"]
    assert await code(anna, "/api/sign-in", sign_in("Anna")) == (403, "wrong_password")
    assert await code(anna, "/api/sign-up", sign_in("Anna")) == (200, None), "the name is free"
    assert (await me(anna))["id"] != player
