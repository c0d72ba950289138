"""A room goes on after its game: on real servers, pressed by both at once, declined, refused."""

import asyncio
import json
import random

from libs.contracts.games import SeatInfo
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.matchmaking import AgreeTerms, LeaveRoom, OpenPractice, Rematch, RoomTerms
from tests.integration.behind import ANN, BEN, SEATS, UNTIMED, Behind, until
from tests.integration.matchmaking.test_rooms import TERMS, Room

STARTED_ONCE = ["games.game_started"]


async def played(behind: Behind) -> Room:
    """A room whose game has begun."""
    room = await Room(behind).with_two()
    await room.says(BEN, AgreeTerms(TERMS))
    await until(room.is_started)
    return room


async def seats_of(behind: Behind, game: GameId) -> list[str]:
    """Who sits where, by the log."""
    sql = "SELECT public FROM events WHERE stream = $1 AND version = 1"
    (row,) = await behind.rows("games", sql, game)
    return [seat["player"] for seat in json.loads(row[0])["seats"]]


async def shows_another(room: Room, game: GameId) -> GameId:
    """The game that follows, once it can be watched."""

    async def is_there() -> bool:
        return (await room.seen()).game_id != game

    await until(is_there)
    following = (await room.seen()).game_id
    assert following is not None
    return following


async def test_both_press_three_times_at_once_and_it_is_one_game(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("matchmaking")
    room = await played(behind)
    chance = random.Random(15)
    game, seats = room.game, [ANN, BEN]
    for _ in range(4):
        await behind.resign(game, chance.choice(seats))
        presses = [ANN, BEN] * 3
        chance.shuffle(presses)
        answers = await asyncio.gather(*(room.says(who, Rematch(game)) for who in presses))
        assert {answer.code for answer in answers} <= {None, "not_last_game"}
        following = await shows_another(room, game)
        seats.reverse()
        assert await seats_of(behind, following) == seats
        assert (await room.says(ANN, Rematch(game))).code == "not_last_game"
        game = following
    stored = await room.stored()
    assert stored.count("matchmaking.rematch_asked") == 8
    assert stored.count("matchmaking.game_agreed") == stored.count("matchmaking.game_opened") == 5
    started = "SELECT count(*) FROM events WHERE type = 'games.game_started'"
    ((count,),) = await behind.rows("games", started)
    assert count == 5


async def test_everybody_is_shown_who_wants_it_and_the_new_game(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("matchmaking")
    room = await played(behind)
    assert (await room.says(ANN, Rematch(room.game))).code == "game_running"
    assert (await room.says(ANN, LeaveRoom())).code == "room_started"
    await behind.resign(room.game)
    before = len(room.shown)
    await room.says(ANN, Rematch(room.game))
    await room.says(BEN, Rematch(room.game))
    following = await shows_another(room, room.game)
    told = [(view.state, view.game_id, view.rematch) for view in room.shown[before:]]
    assert told == [
        ("started", room.game, [ANN]),
        ("started", room.game, [ANN, BEN]),
        ("started", following, []),
    ]


async def test_who_leaves_declines(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("matchmaking")
    room = await played(behind)
    await behind.resign(room.game)
    await room.says(BEN, Rematch(room.game))
    assert (await room.says(ANN, LeaveRoom())).code is None
    seen = await room.seen()
    assert (seen.state, seen.game_id, seen.rematch) == ("closed", room.game, [])
    assert (await room.says(BEN, Rematch(room.game))).code == "room_closed"


async def test_who_plays_elsewhere_meanwhile_gets_no_second_game(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("matchmaking")
    room = await played(behind)
    await behind.resign(room.game)
    cleo = SeatInfo(PlayerId("02-cleocleocleocle"), "Cleo")
    other = await behind.start_game(seats=(SEATS[0], cleo))
    for player in (ANN, BEN):
        await room.says(player, Rematch(room.game))

    async def is_refused() -> bool:
        return (await room.seen()).refused == "already_playing"

    await until(is_refused)
    seen = await room.seen()
    assert (seen.state, seen.game_id, seen.rematch) == ("started", room.game, [])
    await behind.resign(other)
    for player in (ANN, BEN):
        await room.says(player, Rematch(room.game))
    assert await behind.kinds("games", await shows_another(room, room.game)) == STARTED_ONCE


async def test_asked_before_a_crash_it_is_answered_after_it(behind: Behind) -> None:
    await behind.start("games")
    doomed = await behind.start_process("matchmaking")
    room = await played(behind)
    await behind.resign(room.game)
    await room.says(ANN, Rematch(room.game), "once")
    doomed.kill()
    await behind.start("matchmaking")
    assert (await room.says(ANN, Rematch(room.game), "once")).code is None
    await room.says(BEN, Rematch(room.game))
    assert await behind.kinds("games", await shows_another(room, room.game)) == STARTED_ONCE
    assert (await room.stored()).count("matchmaking.rematch_asked") == 2


async def test_without_a_games_service_nobody_knows_and_asking_again_helps(behind: Behind) -> None:
    games = await behind.start("games")
    await behind.start("matchmaking")
    room = await played(behind)
    await behind.resign(room.game)
    await behind.stop(games)
    assert (await room.says(ANN, Rematch(room.game), "once")).code == "unavailable"
    await behind.start("games")
    assert (await room.says(ANN, Rematch(room.game), "once")).code is None


async def test_a_computer_plays_once_more_with_the_other_colour(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("matchmaking")
    room = Room(behind)
    game = TERMS.game
    terms = RoomTerms(type(game)(game.game, game.variant, {}, UNTIMED, "practice"), "host")
    await room.says(ANN, OpenPractice("Ann", terms, "easy", room.game))
    await until(room.is_started)
    await behind.resign(room.game, ANN)
    assert (await room.says(ANN, Rematch(room.game))).code is None
    following = await shows_another(room, room.game)
    assert await seats_of(behind, following) == ["bot:easy", ANN]
