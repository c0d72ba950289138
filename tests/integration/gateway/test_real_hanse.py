"""Battlehanse through the gateway and real services: from the set-up to the archive."""

from typing import Any

import msgspec
import pytest

from libs.contracts.archive import ExportedGame
from libs.rules.gametext import parse_game
from services.gateway.app import Gateway
from tests.integration.behind import until
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_real_archive import games, raw
from tests.integration.gateway.test_real_house import Seated, come_in
from tests.integration.gateway.test_real_ratings import sign_up

HANSE = {"game": "hanse", "variant": "battlehanse"}
RATED = {**terms(**HANSE, kind="rated", stake_taler=20), "first": "guest"}
WHOLE_HAND = 7


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


async def next_game(person: Seated, after: str | None = None) -> dict[str, Any]:
    """The room once a game has begun there that is not the one before."""
    while True:
        view: dict[str, Any] = (await person.socket.next("room"))["view"]
        if view["state"] == "started" and view["game_id"] != after:
            return view


async def begun(host: Seated, guest: Seated) -> dict[str, Any]:
    """The room of a game that the two have set up together: the other was to begin at first."""
    first = {**RATED, "first": "host"}
    status, room = await host.browser.post("/api/rooms", {"id": "open", "terms": first})
    assert status == 200, room
    for who in (host, guest):
        await who.socket.send({"t": "watch_room", "room": room["room"]})
    assert "code" not in await guest.do("join_room", room=room["room"])
    assert "code" not in await guest.do("change_terms", room=room["room"], terms=RATED)
    assert "code" not in await host.do("agree_terms", room=room["room"], terms=RATED)
    return await next_game(host)


async def seen(person: Seated, game: str) -> dict[str, Any]:
    """The game as this player sees it."""
    status, snapshot = await person.browser.get(f"/api/games/{game}")
    assert status == 200, snapshot
    return dict(snapshot)


def a_turn(table: dict[str, Any], seat: int) -> str:
    """One that is legal: horses, a card from the market, or what a full hand has most of."""
    if "horse" in table["market"]:
        return "horses"
    hand = table["hands"][seat]
    if sum(hand.values()) < WHOLE_HAND:
        return f"take {table['market'][0]}"
    kind = max(hand, key=hand.get)
    return f"sell {kind}*{hand[kind]}"


async def trade(seats: tuple[Seated, Seated], game: str, turns: int) -> None:
    """So many turns."""
    for ply in range(turns):
        snapshot = await seen(seats[ply % 2], game)
        assert snapshot["seat"] == snapshot["view"]["seat"] == ply % 2
        turn = a_turn(snapshot["view"]["table"], ply % 2)
        answer = await seats[ply % 2].do(
            "play", game=game, position=snapshot["position"], turn=turn
        )
        assert "code" not in answer, (turn, answer)


async def test_a_rated_game_moves_its_own_elo_alone_and_the_other_begins_the_next(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host = await sign_up(gateway, make_browser, "Kogge")
    guest = await sign_up(gateway, make_browser, "Hering")
    room = await begun(host, guest)
    game = room["game_id"]
    await trade((guest, host), game, 10)
    assert "code" not in await host.do("leave_game", game=game)
    won, lost = await guest.socket.next("rated"), await host.socket.next("rated")
    assert (won["family"], won["after"], won["points_after"], won["taler"]) == (
        "hanse", 1220, 10, 20,
    )  # fmt: skip
    assert (lost["after"], lost["points_after"], lost["taler"]) == (1180, -10, -20)
    _, page = await guest.browser.get(f"/api/players/{guest.player}/ratings")
    assert page["ratings"]["elo"] == {"mills": 1200, "hanse": 1220}
    assert (await guest.browser.get(f"/api/elo?ids={guest.player}"))[1]["elo"] == {
        guest.player: {"hanse": 1220}
    }
    for family, ranked in (("mills", []), ("hanse", [guest.player, host.player])):
        _, ranking = await make_browser(gateway).get(f"/api/ranking?family={family}")
        assert [line["player"] for line in ranking["lines"]] == ranked

    for who in (host, guest):
        assert "code" not in await who.do("rematch", room=room["room"], game=game)
    again = await next_game(guest, game)
    assert again["terms"]["game"]["game"] == "hanse"
    assert (await seen(host, again["game_id"]))["seat"] == 0


async def test_a_finished_game_is_found_counted_by_who_began_and_taken_along(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host = await sign_up(gateway, make_browser, "Speicher")
    guest = await sign_up(gateway, make_browser, "Kontor")
    game = (await begun(host, guest))["game_id"]
    status, _, _ = await raw(guest, f"/api/games/{game}/text")
    assert status in (404, 409), "not while hands are hidden"
    await trade((guest, host), game, 4)
    assert "code" not in await host.do("resign", game=game)

    async def is_listed() -> bool:
        return game in await games(guest, "?game=hanse&result=won&kind=rated")

    await until(is_listed)
    assert await games(guest, "?game=mills") == []
    _, figures = await guest.browser.get("/api/my-statistics")
    (of_hanse,) = figures["people"]["games"]
    assert (of_hanse["game"], [seat["won"] for seat in of_hanse["seats"]]) == ("hanse", [1, 0])

    _, headers, body = await raw(guest, f"/api/games/{game}/text")
    assert headers["Content-Disposition"].endswith(f'-hanse-{game}.txt"')
    text = parse_game(body.decode())
    assert ([*text.players], text.result) == (["Kontor", "Speicher"], "1-0")
    _, _, body = await raw(guest, "/api/my-games/export")
    (line,) = [msgspec.json.decode(each, type=ExportedGame) for each in body.splitlines()]
    assert (line.summary.game, line.summary.terms.game) == (game, "hanse")
    assert [event.type for event in line.events or ()].count("games.turn_played") == 4


WISHES = [
    {**HANSE, "time": {"base_ms": 60_000, "increment_ms": 30_000}},
    {**HANSE, "time": {"base_ms": None, "increment_ms": 0}},
    {"game": "hanse", "variant": "one-round", "options": {"standstill_limit": None}},
]


async def test_every_set_up_of_the_client_is_taken(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    for wish in WISHES:
        person = await come_in(gateway, make_browser)
        wanted = {**terms(**wish), "first": "random"}
        for path, kind in (("/api/rooms", "friendly"), ("/api/hotseat", "hotseat")):
            asked = {**wanted["game"], "kind": kind}
            whole = {"id": kind, "terms": {**wanted, "game": asked}}
            status, room = await person.browser.post(path, whole)
            assert status == 200, room
            said = room["terms"]["game"]
            assert {**said, "options": {}} == {**asked, "options": {}, "stake_taler": 0}
            assert said["options"].items() >= asked["options"].items()
