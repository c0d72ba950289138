"""Settings, API tokens, export, names, profiles; and who may not."""

import json
from typing import Any

from libs.contracts.account_routes import ACCOUNT_ROUTES
from tests.integration.accounts.conftest import PASSWORD, Town, me, sign_in, within
from tests.integration.behind import ANN
from tests.integration.gateway.browser import Browser

SETTINGS = {"language": "en", "sounds": {"turn": True, "volume": 0.5}, "view": ["2d", None]}


async def test_settings_follow_a_person_from_browser_to_browser(town: Town) -> None:
    guest = await town.guest()
    path = "/api/account/settings"
    assert await guest.get(path) == (200, None)
    async with guest.session.put(path, json=SETTINGS) as response:
        assert (response.status, await response.json()) == (200, SETTINGS)
    form = {"name": "Anna", "password": PASSWORD}
    assert (await guest.post("/api/sign-up", form))[0] == 200
    other = await town.browser()
    assert (await other.post("/api/sign-in", form))[0] == 200
    assert await other.get(path) == (200, SETTINGS)
    for body, expected in (
        ({"x": "y" * 9_000}, (422, "bad_settings")),
        (["a list"], (400, "bad_message")),
        ({"x": "\0"}, (400, "bad_message")),
        ({"x": "y" * 20_000}, (413, "too_large")),
    ):
        async with other.session.put(path, json=body) as response:
            assert (response.status, (await response.json())["code"]) == expected
    async with other.session.put(path, json={}, headers={"Origin": "https://evil.example"}) as no:
        assert no.status == 403
    assert await other.get(path) == (200, SETTINGS)


async def test_an_api_token_plays_but_changes_no_account(town: Town) -> None:
    anna = await town.account("Anna")
    player = await me(anna)
    path = "/api/account/tokens"
    status, made = await anna.post(path, {"name": " Mein Skript ", "password": PASSWORD})
    assert status == 200
    assert made["token"].startswith("sct.")
    assert made["view"]["name"] == "Mein Skript"
    assert made["view"]["last_used_ms"] is None
    bearer = {"Authorization": f"Bearer {made['token']}"}
    script = await town.browser(await town.gateway())
    assert (await script.get("/api/me", **bearer))[1]["player"] == player
    socket = await script.open(**bearer)
    assert (await socket.next("welcome"))["player"] == player
    await changes_nothing(script, bearer)
    _, listed = await anna.get(path)
    assert [each["id"] for each in listed] == [made["view"]["id"]]
    assert listed[0]["last_used_ms"] is not None
    assert made["token"] not in json.dumps(listed)
    (row,) = await town.behind.rows("accounts", "SELECT * FROM tokens")
    assert made["token"] not in repr(dict(row))

    berta = await town.account("Berta")
    assert (await berta.post(f"{path}/{made['view']['id']}/revoke")) == (200, [])
    assert (await script.get("/api/me", **bearer))[1]["player"] == player, "it is not hers"
    assert (await anna.post(f"{path}/{made['view']['id']}/revoke")) == (200, [])
    assert await socket.ended() == 1008
    assert (await script.get("/api/me", **bearer))[1]["player"] is None
    as_cookie = await town.browser(token=made["token"])
    assert await me(as_cookie) is None


async def test_signing_in_once_too_often_ends_the_session_used_longest_ago(town: Town) -> None:
    anna = await town.account("Anna")
    player = (await me(anna))["id"]
    fill = """
    INSERT INTO sessions (token_hash, player, created_at_ms, last_seen_ms)
    SELECT 'old-' || n, $1, n, (SELECT max(last_seen_ms) FROM sessions) - 1000 + n
    FROM generate_series(1, 49) AS n RETURNING 1
    """
    assert len(await town.behind.rows("accounts", fill, player)) == 49
    phone = await town.browser()
    assert (await phone.post("/api/sign-in", sign_in("Anna")))[0] == 200
    rows = await town.behind.rows("accounts", "SELECT token_hash FROM sessions")
    kept = {row["token_hash"] for row in rows}
    assert len(kept) == 50
    assert "old-1" not in kept
    assert await me(anna) is not None
    assert await me(phone) is not None


async def test_strange_ids_end_no_session_and_no_token(town: Town) -> None:
    anna = await town.account("Anna")
    for strange in ("%00", "%00" * 16, "%ff", "a%20b", "x" * 3000):
        assert (await anna.post(f"/api/account/tokens/{strange}/revoke")) == (200, []), strange
        status, left = await anna.post(f"/api/account/sessions/{strange}/close")
        assert (status, len(left)) == (200, 1), strange


async def changes_nothing(script: Browser, bearer: dict[str, str]) -> None:
    """Every route of the account refuses the token."""
    paths = [route for route in ACCOUNT_ROUTES if route.path.startswith("/api/account")]
    assert len(paths) > 10
    for route in paths:
        path, form = route.path.format(session="x", token="x"), FORMS.get(route.path)
        async with script.session.request(
            route.method, path, json=form, headers=bearer
        ) as response:
            assert (await response.json())["code"] == "token_not_allowed", path


async def test_tokens_have_names_and_are_not_for_guests_nor_without_end(town: Town) -> None:
    guest = await town.guest()
    path, form = "/api/account/tokens", {"name": "x", "password": PASSWORD}
    status, answer = await guest.post(path, form)
    assert (status, answer["code"]) == (403, "account_needed")
    anna = await town.account("Anna")
    status, answer = await anna.post(path, {**form, "password": "geraten und falsch"})
    assert (status, answer["code"]) == (403, "wrong_password")
    for name in ("", "  ", "x" * 41, "a\tb", "a\u202eb"):
        status, answer = await anna.post(path, {**form, "name": name})
        assert (status, answer["code"]) == (422, "bad_token_name"), repr(name)
    for number in range(20):
        assert (await anna.post(path, {**form, "name": f"{number}"}))[0] == 200
    status, answer = await anna.post(path, form)
    assert (status, answer["code"]) == (409, "too_many_tokens")


async def test_a_bad_authorization_is_nobody_even_with_a_good_cookie(town: Town) -> None:
    anna = await town.account("Anna")
    for value in ("Bearer", "Bearer sct.", "Basic YTpi", "Bearer " + "x" * 43, "sct.x", ""):
        status, answer = await anna.get("/api/me", Authorization=value)
        assert (status, answer["player"]) == (200, None), value


async def test_the_export_has_all_of_ones_own_and_nothing_that_lets_anybody_in(
    town: Town,
) -> None:
    for name in ("games", "ratings"):
        await town.behind.start(name)
    anna = await town.account("Anna")
    await town.account("Berta")
    async with anna.session.put("/api/account/settings", json=SETTINGS):
        pass
    _, made = await anna.post("/api/account/tokens", {"name": "Skript", "password": PASSWORD})
    await anna.post("/api/account/name", {"name": "Anne", "password": PASSWORD})

    async def has_wallet() -> bool:
        return (await anna.get("/api/wallet"))[0] == 200

    await within(has_wallet, wanted=True)
    async with anna.session.get("/api/account/export") as response:
        text = await response.text()
        assert response.status == 200
        assert "attachment" in response.headers["Content-Disposition"]
        assert response.headers["Cache-Control"] == "no-store"
    data = json.loads(text)
    assert data["running"] == data["games"] == []
    assert data["wallet"]["taler"] == 500
    assert data["ratings"]["player"] == (await me(anna))["id"]
    account = data["account"]
    assert account["player"] == await me(anna)
    assert account["settings"] == SETTINGS
    assert [each["name"] for each in account["tokens"]] == ["Skript"]
    assert [each["is_current"] for each in account["sessions"]] == [True]
    assert account["recovery_codes_left"] == 8
    assert account["known_places"] == 0
    assert "Berta" not in text
    for secret in (made["token"], "argon2", *await hashes(town)):
        assert secret not in text


async def hashes(town: Town) -> list[str]:
    """Of all that lets Anna or Berta in."""
    rows = await town.behind.rows(
        "accounts",
        "SELECT token_hash FROM sessions UNION ALL SELECT token_hash FROM tokens "
        "UNION ALL SELECT password_hash FROM credentials "
        "UNION ALL SELECT unnest(recovery_hashes) FROM credentials",
    )
    assert len(rows) == 2 + 1 + 2 + 16
    return [row[0] for row in rows]


async def test_names_by_id(town: Town) -> None:
    anna, guest = await town.account("Anna"), await town.guest()
    first, second = (await me(anna)), (await me(guest))
    ids = f"{first['id']},{second['id']},{ANN},bot:easy,{first['id']}"
    stranger = await town.browser()
    expected = {first["id"]: "Anna", second["id"]: second["name"], ANN: None}
    assert await stranger.get(f"/api/names?ids={ids}") == (200, {"names": expected})
    assert await stranger.get("/api/names") == (200, {"names": {}})
    many = ",".join(f"00-{number:022d}" for number in range(201))
    for wrong in ("x", "00-", "ff-abc", "00-a%00", "00-'--", many):
        status, answer = await stranger.get(f"/api/names?ids={wrong}")
        assert (status, answer["code"]) == (400, "bad_message"), wrong
    most = ",".join(f"00-{number:022d}" for number in range(200))
    assert (await stranger.get(f"/api/names?ids={most}"))[0] == 200


async def test_a_profile_is_for_everybody(town: Town) -> None:
    anna = await town.account("Anna")
    player = await me(anna)
    stranger = await town.browser()
    status, profile = await stranger.get(f"/api/players/{player['id']}")
    assert status == 200
    assert profile["player"] == player
    assert profile["since_ms"] > 0
    for wrong in (ANN, "x", "00-%00"):
        status, answer = await stranger.get(f"/api/players/{wrong}")
        assert (status, answer["code"]) == (404, "player_not_found")


FORMS: dict[str, Any] = {
    "/api/account/name": {"name": "Clara", "password": PASSWORD},
    "/api/account/password": {"old": PASSWORD, "new": "noch ein Passwort"},
    "/api/account/recovery-codes": {"password": PASSWORD},
    "/api/account/delete": {"password": PASSWORD},
    "/api/account/settings": {},
    "/api/account/tokens": {"name": "x", "password": PASSWORD},
}
FOR_ACCOUNTS = {path for path, form in FORMS.items() if form} - {"/api/account/settings"}


async def test_every_account_route_without_with_a_wrong_and_with_a_guests_session(
    town: Town,
) -> None:
    nobody, guest = await town.browser(), await town.guest()
    wrong = await town.browser(token="A" * 43)
    for route in ACCOUNT_ROUTES:
        if not route.path.startswith("/api/account"):
            continue
        path, body = route.path.format(session="0" * 16, token="0" * 16), FORMS.get(route.path)
        answers = []
        for browser in (nobody, wrong, guest):
            async with browser.session.request(route.method, path, json=body) as response:
                answer = await response.json()
                code = answer.get("code") if isinstance(answer, dict) else None
                answers.append((response.status, code))
            if route.method != "GET":
                foreign = {"Origin": "https://evil.example"}
                async with browser.session.request(
                    route.method, path, json=body, headers=foreign
                ) as response:
                    assert (await response.json())["code"] == "foreign_origin", path
        is_for_accounts = route.path in FOR_ACCOUNTS and route.method != "GET"
        of_guest = (403, "account_needed") if is_for_accounts else (200, None)
        assert answers == [(401, "no_session"), (401, "no_session"), of_guest], path
