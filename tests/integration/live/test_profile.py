"""What a profile shows of games: those from the waiting room alone; Elo of some at once."""

from typing import Any

import pytest

from libs.contracts.games import SeatInfo
from libs.contracts.ids import GameId, PlayerId
from services.gateway.app import Gateway
from tests.integration.behind import UNTIMED, Behind, some_people, until
from tests.integration.gateway.browser import Browser
from tests.integration.live.conftest import OpenGateway


@pytest.fixture
async def gateway(behind: Behind, open_gateway: OpenGateway) -> Gateway:
    for name in ("accounts", "games", "archive", "ratings"):
        await behind.start(name)
    return await open_gateway()


async def sign_up(browser: Browser, name: str) -> SeatInfo:
    form = {"name": name, "password": "Goldfisch im Hafen"}
    status, signed = await browser.post("/api/sign-up", form)
    assert status == 200, signed
    return SeatInfo(PlayerId(signed["me"]["player"]["id"]), "")


async def finished(behind: Behind, seats: tuple[SeatInfo, SeatInfo], *, is_public: bool) -> GameId:
    game = await behind.start_game(UNTIMED, seats, is_public=is_public)
    await behind.play(game, 2)
    await behind.resign(game)
    return game


async def profile(gateway: Gateway, player: PlayerId) -> dict[str, Any]:
    """As a stranger sees it."""
    async with Browser(gateway.port) as stranger:
        status, found = await stranger.get(f"/api/players/{player}")
    assert status == 200, found
    return dict(found)


async def test_the_last_ten_public_games_are_shown_and_no_private_one(
    behind: Behind, gateway: Gateway
) -> None:
    async with Browser(gateway.port) as browser:
        nina = await sign_up(browser, "Nina-Live")
        assert (await profile(gateway, nina.player))["recent"] == []
        seats = (nina, some_people()[1])
        games = [await finished(behind, seats, is_public=True) for _ in range(11)]
        private = await finished(behind, seats, is_public=False)
        await behind.start_game(UNTIMED, seats, is_public=True)

        async def are_listed() -> bool:
            _, page = await browser.get("/api/my-games")
            return {line["game"] for line in page["games"]} == {*games, private}

        await until(are_listed)
    shown = await profile(gateway, nina.player)
    assert [line["game"] for line in shown["recent"]] == games[:0:-1], (
        "newest first, no running one"
    )
    assert shown["record"] == {"won": 0, "drawn": 0, "lost": 12}, "figures count all of them"
    assert shown["recent"][0]["seats"][0] == {"player": nina.player, "name": ""}


async def test_elo_of_some_is_asked_for_at_once(gateway: Gateway) -> None:
    async with Browser(gateway.port) as browser:
        nina = await sign_up(browser, "Nina-Elo")
        status, answer = await browser.get(f"/api/elo?ids={nina.player},{some_people()[0].player}")
        assert (status, answer) == (200, {"elo": {}}), "who never played rated has none"
        assert await browser.get("/api/elo") == (200, {"elo": {}})
        many = ",".join(str(some_people()[0].player) for _ in range(101))
        for wrong in (many, "nobody", "bot:easy"):
            status, refusal = await browser.get(f"/api/elo?ids={wrong}")
            assert (status, refusal["code"]) == (400, "bad_message")
