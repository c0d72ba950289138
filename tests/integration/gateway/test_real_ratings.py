"""Rated games through the gateway and the real services behind it."""

from typing import Any

import pytest

from libs.rules import registry
from libs.rules.game import Seat
from services.gateway.app import Gateway
from tests.integration.behind import until
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_real_house import Seated, come_in

RATED = {**terms(kind="rated", stake_taler=20), "first": "host"}
MILLS = registry.current("mills")


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


async def sign_up(gateway: Gateway, make_browser: MakeBrowser, name: str) -> Seated:
    """Somebody with an account and a wallet."""
    browser = make_browser(gateway)
    status, signed = await browser.post(
        "/api/sign-up", {"name": name, "password": "Goldfisch im Hafen"}
    )
    assert status == 200, signed
    person = Seated(browser, await browser.socket(), signed["me"]["player"]["id"])

    async def has_wallet() -> bool:
        return bool((await browser.get("/api/wallet"))[0] == 200)

    await until(has_wallet)
    return person


async def agree(host: Seated, guest: Seated) -> dict[str, Any]:
    """The room's view when their rated game has started, or could not."""
    status, room = await host.browser.post("/api/rooms", {"id": "open", "terms": RATED})
    assert status == 200, room
    await host.socket.send({"t": "watch_room", "room": room["room"]})
    assert "code" not in await guest.do("join_room", room=room["room"])
    assert "code" not in await guest.do("agree_terms", room=room["room"], terms=RATED)
    both = 2
    has_begun = False
    while True:
        view: dict[str, Any] = (await host.socket.next("room"))["view"]
        if view["state"] == "started" or (has_begun and not view["agreed"]):
            return view
        has_begun = has_begun or len(view["agreed"]) == both


async def play(host: Seated, guest: Seated, game: str, turns: int) -> None:
    """The first legal turns."""
    table, position = MILLS.setup(MILLS.options("battlemills-9", {})), 1
    for ply in range(turns):
        turn = MILLS.legal_turns(table, Seat(ply % 2))[ply]
        who = (host, guest)[ply % 2]
        answer = await who.do("play", game=game, position=position, turn=turn)
        table, position = MILLS.play(table, turn), answer["version"]


async def test_a_rated_game_is_seen_in_wallets_ratings_and_the_ranking(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host = await sign_up(gateway, make_browser, "Nordwind")
    guest = await sign_up(gateway, make_browser, "Südwind")
    game = (await agree(host, guest))["game_id"]
    status, wallet = await host.browser.get("/api/wallet")
    assert (status, wallet["taler"], wallet["staked_taler"]) == (200, 480, 20)
    await play(host, guest, game, 10)
    assert "code" not in await guest.do("resign", game=game)
    won, lost = await host.socket.next("rated"), await guest.socket.next("rated")
    assert (won["after"], won["points_after"], won["taler"]) == (1220, 10, 20)
    assert (lost["after"], lost["points_after"], lost["taler"]) == (1180, -10, -20)
    assert (await guest.browser.get("/api/wallet"))[1]["taler"] == 480

    status, ranking = await make_browser(gateway).get("/api/ranking?family=mills")
    assert status == 200
    assert [(line["rank"], line["player"]) for line in ranking["lines"]] == [
        (1, host.player),
        (2, guest.player),
    ]
    status, page = await guest.browser.get(f"/api/players/{host.player}/ratings")
    assert (status, page["ratings"]["elo"]) == (200, {"mills": 1220, "hanse": 1200})
    assert [point["game"] for point in page["history"]["mills"]] == [game]
    _, page = await make_browser(gateway).get(f"/api/players/{host.player}/ratings")
    assert [point["game"] for point in page["history"]["mills"]] == [None]
    profile = (await guest.browser.get(f"/api/players/{host.player}"))[1]
    assert (profile["elo"]["mills"], profile["points"]) == (1220, 10)
    status, refusal = await host.browser.post("/api/wallet/refill", {"id": "full"})
    assert (status, refusal["code"]) == (409, "wallet_not_low")


async def test_a_guest_plays_for_nothing(gateway: Gateway, make_browser: MakeBrowser) -> None:
    host = await sign_up(gateway, make_browser, "Ostwind")
    guest = await come_in(gateway, make_browser)
    view = await agree(host, guest)
    assert (view["state"], view["agreed"]) == ("open", [])
    assert (await host.browser.get("/api/wallet"))[1]["taler"] == 500
    assert (await guest.browser.get("/api/wallet"))[1]["code"] == "account_needed"
    assert (await guest.browser.post("/api/wallet/refill", {"id": "x"}))[0] == 403


async def test_what_can_t_be_asked(gateway: Gateway, make_browser: MakeBrowser) -> None:
    stranger = make_browser(gateway)
    for path, code in (
        ("/api/ranking", "bad_message"),
        ("/api/ranking?family=dara", "bad_message"),
        ("/api/ranking?family=mills&after=x", "bad_message"),
        ("/api/ranking?family=mills&after=1200.%00", "bad_message"),
        ("/api/ranking?family=mills&after=1200.%ff", "bad_message"),
        ("/api/players/nobody/ratings", "player_not_found"),
        ("/api/wallet", "no_session"),
    ):
        assert (await stranger.get(path))[1]["code"] == code, path
    assert (await stranger.post("/api/wallet/refill", {"id": "x"}))[1]["code"] == "no_session"
    foreign = await stranger.post("/api/wallet/refill", {"id": "x"}, Origin="https://elsewhere.de")
    assert foreign[1]["code"] == "foreign_origin"
