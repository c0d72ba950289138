"""Tables, as far as what is said at them: a game that runs, who looks at it, what they hear."""

from typing import Any

from libs.contracts.games import GameTerms, SeatInfo, StartGame
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.records import new_stream_id
from libs.timing import TimeControl
from tests.integration.lobby.conftest import Hall, Visitor


async def game_of(
    hall: Hall, first: str, second: str, kind: Any = "friendly", *, is_public: bool = False
) -> GameId:
    """A game between the two that has begun."""
    game = GameId(new_stream_id(16, first.encode()[:8].ljust(8) + second.encode()[:12].ljust(12)))
    seats = SeatInfo(PlayerId(first), "Ann"), SeatInfo(PlayerId(second), "Ben")
    time = TimeControl(180_000 if kind == "friendly" else None)
    terms = GameTerms("mills", "battlemills-9", {}, time, kind)
    answer = await hall.behind.command(
        "games", game, "service:matchmaking", StartGame(terms, seats, is_public=is_public)
    )
    assert answer.code is None, answer
    return game


async def watch(who: Visitor, game: str) -> list[dict[str, Any]]:
    """What somebody finds in the chat of a table they look at."""
    await who.socket.send({"t": "watch", "game": game})
    await who.socket.next("game_snapshot", game=game)
    await who.socket.send({"t": "watch_chat", "game": game})
    said = await who.socket.next("chat_lines", game=game)
    return [dict(line, place=said["place"]) for line in said["lines"]]


def listed(who: Visitor) -> set[str]:
    """Which running games somebody is shown."""
    games: set[str] = set()
    for message in who.socket.got:
        if message["t"] == "live_games":
            games = set() if message["is_whole"] else games - {*message["gone"]}
            games |= {game["game"] for game in message["games"]}
    return games


def heard(who: Visitor, game: str) -> list[tuple[str, str]]:
    """What was said at a table since, and in which room."""
    return [
        (each["place"], each["line"]["text"])
        for each in who.socket.got
        if each["t"] == "chat_line" and each.get("game") == game
    ]
