"""A guest's games are the account's; no chosen name is in any event; a running game goes on."""

from tests.integration.accounts.conftest import Town, me, sign_in, within
from tests.integration.gateway.browser import Browser
from tests.integration.gateway.test_real_house import Seated, begun


async def seated(browser: Browser) -> Seated:
    """Somebody with a socket."""
    return Seated(browser, await browser.socket(), (await me(browser))["id"])


async def test_a_guest_who_signs_up_during_a_game_plays_on_and_keeps_all_games(town: Town) -> None:
    for name in ("games", "matchmaking"):
        await town.behind.start(name)
    host, anna = await seated(await town.guest()), await seated(await town.account("Anna"))
    first = await begun(host, anna)
    assert "code" not in await anna.do("resign", game=first)
    second = await begun(host, anna, wish_id="again")

    generated = (await me(host.browser))["name"]
    assert (await host.browser.post("/api/sign-up", sign_in("Berta")))[0] == 200
    again = await seated(host.browser)
    assert again.player == host.player
    await again.socket.send({"t": "watch", "game": second})
    snapshot = await again.socket.next("game_snapshot")
    assert snapshot["seat"] == 0
    assert "code" not in await again.do("play", game=second, position=1, turn="d7")
    assert "code" not in await again.do("resign", game=second)

    async def archived() -> list[str]:
        _, page = await again.browser.get("/api/my-games")
        return [line["game"] for line in page["games"]]

    await within(archived, [second, first])
    started = await town.behind.rows("games", "SELECT public FROM events ORDER BY at_ms")
    log = b"".join(row["public"] for row in started).decode()
    assert "Anna" not in log, "a chosen name is in no event"
    assert "Berta" not in log
    assert generated in log, "a guest's generated name is"
    rooms = await town.behind.rows("matchmaking", "SELECT public FROM events")
    assert "Anna" not in b"".join(row["public"] for row in rooms).decode()
