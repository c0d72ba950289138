"""The list of running games as sockets get it, through real owners, gateways and restarts."""

import asyncio
from typing import Any

import pytest

from libs.contracts.games import SeatInfo
from libs.contracts.ids import GameId, PlayerId
from services.gateway.app import Gateway
from tests.integration.behind import Behind, some_people
from tests.integration.gateway.browser import Browser, Socket
from tests.integration.live.conftest import Look, OpenGateway

WITHIN_S = 15.0
TURNS = ("d7", "a1", "g1", "a7", "d6", "g7", "b6", "f2", "b2", "f6")
"""Placements by turns; none closes a mill."""


class Shown:
    """The list as a client keeps it."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.games: dict[str, dict[str, Any]] = {}

    async def begin(self) -> None:
        await self.socket.send({"t": "watch_live"})
        await self.more()

    async def more(self) -> dict[str, Any]:
        """The next message, applied."""
        message = await self.socket.next("live_games", within_s=WITHIN_S)
        if message["is_whole"]:
            self.games = {}
        self.games |= {game["game"]: game for game in message["games"]}
        for game in message["gone"]:
            self.games.pop(game, None)
        return message

    async def until(self, games: set[GameId]) -> None:
        """Follows the list until it holds exactly these."""
        async with asyncio.timeout(WITHIN_S):
            while set(self.games) != games:
                await self.more()

    async def until_field(self, game: GameId, field: str, value: int) -> None:
        async with asyncio.timeout(WITHIN_S):
            while self.games.get(game, {}).get(field) != value:
                await self.more()


async def start_public(behind: Behind) -> GameId:
    return await behind.start_game(seats=some_people(), is_public=True)


async def shown_at(look: Look, gateway: Gateway) -> Shown:
    shown = Shown(await look(gateway))
    await shown.begin()
    return shown


@pytest.fixture
async def gateway(behind: Behind, open_gateway: OpenGateway) -> Gateway:
    await behind.start("games")
    return await open_gateway()


async def test_public_games_alone_come_change_and_go(
    behind: Behind, gateway: Gateway, make_look: Look
) -> None:
    shown = await shown_at(make_look, gateway)
    await behind.start_games(2)
    await behind.start_practice(some_people()[0])
    game = await start_public(behind)
    await shown.until({game})
    first = shown.games[game]
    assert [seat["player"] for seat in first["seats"]] == [
        seat.player for seat in behind.seats_of(game)
    ]
    assert (first["plies"], first["viewers"], first["terms"]["game"]) == (0, 0, "mills")
    await behind.play(game, 4)
    await shown.until_field(game, "plies", 4)
    await behind.resign(game)
    await shown.until(set())
    assert all(set(each) <= {game} for each in ids(shown.socket)), "nothing private was ever sent"


def ids(socket: Socket) -> list[list[str]]:
    """Which games each message of the list named."""
    messages = [message for message in socket.got if message["t"] == "live_games"]
    return [[game["game"] for game in message["games"]] for message in messages]


async def test_who_stops_watching_hears_no_more_and_gets_the_whole_on_coming_back(
    behind: Behind, gateway: Gateway, make_look: Look
) -> None:
    one, other = await shown_at(make_look, gateway), await shown_at(make_look, gateway)
    await one.socket.send({"t": "unwatch_live"})
    await one.socket.has_caught_up()
    games = {await start_public(behind), await start_public(behind)}
    await other.until(games)
    assert ids(one.socket) == [[]], "only the first, empty list"
    await one.socket.send({"t": "watch_live"})
    assert (await one.more())["is_whole"]
    assert set(one.games) == games


async def test_viewers_are_counted_over_all_gateways_a_person_once_and_no_players(
    behind: Behind, gateway: Gateway, make_look: Look, open_gateway: OpenGateway
) -> None:
    await behind.start("accounts")
    second = await open_gateway()
    guests = [await guest(gateway) for _ in range(3)]
    game = await behind.start_game(seats=(guests[0][1], guests[1][1]), is_public=True)
    shown = [await shown_at(make_look, each) for each in (gateway, second)]
    strangers = [await make_look(each) for each in (gateway, gateway, second)]
    tabs = [await make_look(each, guests[2][0]) for each in (gateway, gateway, second)]
    players = [await make_look(each, guests[0][0]) for each in (gateway, second)]
    for viewer in (*strangers, *tabs, *players):
        await viewer.send({"t": "watch", "game": game})
        await viewer.next("game_snapshot")
    for each in shown:
        await each.until_field(game, "viewers", 4)
    await strangers[0].send({"t": "unwatch", "game": game})
    await strangers[2].close()
    for tab in tabs[:2]:
        await tab.close()
    for each in shown:
        await each.until_field(game, "viewers", 2)
    await tabs[2].send({"t": "unwatch", "game": game})
    for each in shown:
        await each.until_field(game, "viewers", 1)


async def test_the_list_survives_owners_and_gateways(
    behind: Behind, open_gateway: OpenGateway, make_look: Look
) -> None:
    owner = await behind.start_process("games")
    gateway = await open_gateway()
    game, over = await start_public(behind), await start_public(behind)
    await behind.play(game, 3)
    shown = await shown_at(make_look, gateway)
    await shown.until({game, over})
    await shown.until_field(game, "plies", 3)
    owner.kill()
    await owner.wait()
    await behind.start("games")
    await behind.resign(over)
    newer = await start_public(behind)
    await shown.until({game, newer})
    assert shown.games[game]["plies"] == 3
    third = await open_gateway()
    fresh = await shown_at(make_look, third)
    await fresh.until({game, newer})
    assert fresh.games == shown.games


async def test_before_a_turn_is_answered_spectators_have_seen_it(
    behind: Behind, gateway: Gateway, make_look: Look, open_gateway: OpenGateway
) -> None:
    """How soon they see it, as an order: the players are never a turn ahead of them."""
    await behind.start("accounts")
    second = await open_gateway()
    (white, seat0), (black, seat1) = [
        await come_in(make_look, where) for where in (gateway, second)
    ]
    players = (white, black)
    game = await behind.start_game(seats=(seat0, seat1), is_public=True)
    spectators = [await make_look(where) for where in (gateway, second)]
    for each in (*players, *spectators):
        await each.send({"t": "watch", "game": game})
        await each.next("game_snapshot")
    for ply, turn in enumerate(TURNS):
        version = ply + 2
        play = {"t": "play", "id": f"p{ply}", "game": game, "position": version - 1, "turn": turn}
        await players[ply % 2].send(play)
        await event(players[1 - ply % 2], version)
        for each in spectators:
            await has_read(each)
            assert version - 1 in versions(each), "the turn before has been seen"
    for each in spectators:
        await event(each, len(TURNS) + 1)
        assert versions(each) == [1, *range(2, len(TURNS) + 2)], "in order, none left out"


async def has_read(socket: Socket) -> None:
    """All that its gateway sent before has been read; no owner is asked for a refusal."""
    await socket.send("no message")
    await socket.next("refused")


async def come_in(look: Look, gateway: Gateway) -> tuple[Socket, SeatInfo]:
    """A guest's socket, and the guest."""
    token, seat = await guest(gateway)
    return await look(gateway, token), seat


async def guest(gateway: Gateway) -> tuple[str, SeatInfo]:
    """A guest's session, and the guest."""
    async with Browser(gateway.port) as browser:
        _, me = await browser.post("/api/guest", {"language": "de"})
        token = next(iter(browser.session.cookie_jar)).value
    return token, SeatInfo(PlayerId(me["player"]["id"]), "Gast")


async def event(socket: Socket, version: int) -> None:
    """Waits until that version has come."""
    async with asyncio.timeout(WITHIN_S):
        while (await socket.next("game_event"))["event"]["version"] != version:
            pass


def versions(socket: Socket) -> list[int]:
    """What a socket has got of its game, by version."""
    snapshots = [message["version"] for message in socket.got if message["t"] == "game_snapshot"]
    events = [message["event"]["version"] for message in socket.got if message["t"] == "game_event"]
    return [*snapshots, *events]
