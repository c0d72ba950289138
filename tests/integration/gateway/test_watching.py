"""Watching: since, gaps, held events, renewal, owners that go and come back, who sees what."""

from libs.contracts.ids import GameId
from libs.testkit.eventually import eventually
from services.gateway.app import Gateway
from tests.integration.gateway.browser import Socket
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House, pause
from tests.integration.gateway.owner import TinyGame


async def watch(socket: Socket, game: GameId, since: int | None = None) -> None:
    await socket.send({"t": "watch", "game": game, "since": since})


async def watched(socket: Socket, game: GameId) -> int:
    await watch(socket, game)
    snapshot = await socket.next("game_snapshot", game=game)
    version: int = snapshot["version"]
    return version


async def seen(socket: Socket, game: TinyGame, version: int) -> None:
    """Wait until the socket has got that event."""
    await eventually(lambda: version in socket.versions(game.id), within_s=8.0)


def a_game(house: House, shard: int = 0) -> TinyGame:
    _, a = house.guest()
    _, b = house.guest()
    return house.owner.start(shard, (a.id, b.id))


async def renewed(house: House) -> None:
    """Everything has just been renewed: by itself that happens again in three seconds."""
    house.owner.renewals.clear()
    await eventually(lambda: any(renewal.games for renewal in house.owner.renewals))
    house.owner.renewals.clear()


async def test_who_comes_back_gets_exactly_what_was_missed(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    game = a_game(house)
    for number in range(5):
        house.owner.append(game, "tiny.turn", number)
    socket = await make_browser(gateway).socket()
    await watch(socket, game.id, since=3)
    await seen(socket, game, 6)
    house.owner.append(game, "tiny.turn", "live")
    await seen(socket, game, 7)
    assert socket.versions(game.id) == [4, 5, 6, 7]
    assert not any(message["t"] == "game_snapshot" for message in socket.got)


async def test_a_version_that_the_owner_never_had_gets_a_snapshot(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    game = a_game(house)
    socket = await make_browser(gateway).socket()
    await watch(socket, game.id, since=99)
    assert (await socket.next("game_snapshot"))["version"] == 1


async def test_an_event_between_the_answer_and_the_snapshot_is_not_lost(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    game = a_game(house)
    socket = await make_browser(gateway).socket()
    house.owner.is_holding = True
    await watch(socket, game.id)
    await eventually(lambda: house.owner.queries)
    house.owner.append(game, "tiny.turn", "while the answer was on its way")
    await pause()
    assert socket.versions(game.id) == []
    house.owner.release()
    assert (await socket.next("game_snapshot"))["version"] == 1
    await seen(socket, game, 2)
    assert socket.versions(game.id) == [2]


async def test_a_lost_message_is_fetched_as_soon_as_the_next_one_shows_the_gap(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    game = a_game(house)
    sockets = [await make_browser(gateway).socket() for _ in range(2)]
    for socket in sockets:
        await watched(socket, game.id)
    house.owner.is_mute = True
    house.owner.append(game, "tiny.turn", "lost")
    house.owner.append(game, "tiny.turn", "lost as well")
    house.owner.is_mute = False
    house.owner.append(game, "tiny.turn", "heard")
    for socket in sockets:
        await seen(socket, game, 4)
        assert socket.versions(game.id) == [2, 3, 4]


async def test_a_lost_last_message_comes_with_the_renewal(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    game = a_game(house)
    socket = await make_browser(gateway).socket()
    await watched(socket, game.id)
    house.owner.is_mute = True
    house.owner.append(game, "tiny.turn", "lost, and nothing follows")
    await seen(socket, game, 2)


async def test_an_owner_that_dies_and_comes_back_learns_at_once_who_watches(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    _, other = house.guest()
    game = house.owner.start(5, (player.id, other.id))
    socket = await make_browser(gateway, token).socket()
    await watched(socket, game.id)
    await renewed(house)
    house.owner.close()
    house.owner.is_mute = True
    house.owner.append(game, "tiny.turn", "while nobody listened")
    house.owner.is_mute = False
    house.owner.open()
    await house.bus.flush()
    house.owner.renewals.clear()
    house.owner.announce()
    await eventually(lambda: house.owner.interest.get(game.id), within_s=2.5)
    house.owner.append(game, "tiny.turn", "afterwards")
    await seen(socket, game, 3)
    assert socket.versions(game.id) == [2, 3]
    events = [message["event"] for message in socket.got if message["t"] == "game_event"]
    assert [event["shown"] for event in events] == ["only for 0: 2", "only for 0: 3"]
    (entry,) = next(renewal.games for renewal in house.owner.renewals if renewal.games)
    assert (entry.players, entry.people, entry.strangers) == ([player.id], [], 0)


async def test_commands_wait_for_an_owner_that_is_away_for_a_moment(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    _, other = house.guest()
    game = house.owner.start(0, (player.id, other.id))
    socket = await make_browser(gateway, token).socket()
    house.owner.close()
    await house.bus.flush()
    await socket.send({"t": "resign", "id": "r", "game": game.id})
    await pause()
    house.owner.open()
    assert (await socket.next("answer", id="r"))["version"] == 2
    assert game.version == 2


async def test_an_owner_that_never_answers_is_unavailable(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    game = house.owner.start(0, (player.id, player.id))
    socket = await make_browser(gateway, token).socket()
    house.owner.is_silent = True
    await socket.send({"t": "resign", "id": "r", "game": game.id})
    await watch(socket, game.id)
    answer = await socket.next("answer", within_s=8.0, id="r")
    gone = await socket.next("game_gone", within_s=8.0)
    assert answer["code"] == gone["code"] == "unavailable"
    sent = [envelope.command_id for envelope in house.owner.commands]
    assert len(sent) > 1
    assert set(sent) == {"r"}


async def test_secrets_go_to_the_confirmed_seat_in_all_its_tabs_and_to_nobody_else(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    left, right = await make_gateway(), await make_gateway()
    (one, a), (two, b), (three, _) = house.guest("A"), house.guest("B"), house.guest("C")
    game = house.owner.start(9, (a.id, b.id))
    tabs = {
        0: [await make_browser(left, one).socket(), await make_browser(right, one).socket()],
        1: [await make_browser(left, two).socket()],
        None: [await make_browser(left).socket(), await make_browser(left, three).socket()],
    }
    for seat, sockets in tabs.items():
        for socket in sockets:
            await watch(socket, game.id)
            assert (await socket.next("game_snapshot"))["seat"] == seat
    house.owner.append(game, "tiny.turn", "x")
    house.owner.is_mute = True
    house.owner.append(game, "tiny.turn", "lost")
    house.owner.is_mute = False
    house.owner.append(game, "tiny.turn", "y")
    for seat, sockets in tabs.items():
        for socket in sockets:
            await seen(socket, game, 4)
            assert socket.versions(game.id) == [2, 3, 4]
            text = str(socket.got)
            assert ("only for 0" in text) == (seat == 0)
            assert ("only for 1" in text) == (seat == 1)


async def test_closing_the_last_tab_is_told_to_the_owner_soon_and_one_of_two_is_not_gone(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    _, other = house.guest()
    game = house.owner.start(0, (player.id, other.id))
    browser = make_browser(gateway, token)
    first, second = await browser.socket(), await browser.socket()
    for socket in (first, second):
        await watched(socket, game.id)
    await renewed(house)
    await first.close()
    await eventually(lambda: house.owner.renewals and house.owner.renewals[-1].games)
    assert house.owner.interest[game.id][gateway.id][0] == {player.id}
    await second.send({"t": "unwatch", "game": game.id})
    await eventually(lambda: not house.owner.interest[game.id], within_s=2.5)
    house.owner.append(game, "tiny.turn", "unseen")
    await second.has_caught_up()
    assert second.versions(game.id) == []


async def test_watching_twice_is_watching_once(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    game = a_game(house)
    socket = await make_browser(gateway).socket()
    for _ in range(5):
        await watch(socket, game.id)
    await watch(socket, game.id, since=1)
    await socket.has_caught_up()
    house.owner.append(game, "tiny.turn", "once")
    await seen(socket, game, 2)
    await socket.has_caught_up()
    assert socket.versions(game.id) == [2]
    await eventually(lambda: house.owner.interest[game.id].get(gateway.id) == (set(), 1))


async def test_presence_reaches_all_and_who_comes_later(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    game = a_game(house)
    early = await make_browser(gateway).socket()
    await watched(early, game.id)
    house.owner.presence(game, spectators=7)
    assert (await early.next("presence"))["spectators"] == 7
    late = await make_browser(gateway).socket()
    await watched(late, game.id)
    assert (await late.next("presence"))["spectators"] == 7


async def test_every_ping_says_which_versions_the_socket_should_have(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(ping_every_s=0.2)
    game = a_game(house)
    socket = await make_browser(gateway).socket()
    await watched(socket, game.id)
    house.owner.append(game, "tiny.turn", "x")
    await eventually(
        lambda: any(m["t"] == "ping" and m["versions"] == {game.id: 2} for m in socket.got)
    )


async def test_games_of_all_shards_at_once(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    games = [a_game(house, shard) for shard in range(16)]
    socket = await make_browser(gateway).socket()
    for game in games:
        await watched(socket, game.id)
    for number in range(20):
        for game in games:
            house.owner.append(game, "tiny.turn", number)
    for game in games:
        await seen(socket, game, 21)
        assert socket.versions(game.id) == list(range(2, 22))


async def test_one_socket_shows_so_many_games_and_no_more(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(watched_games=2)
    games = [a_game(house) for _ in range(3)]
    socket = await make_browser(gateway).socket()
    for game in games[:2]:
        await watched(socket, game.id)
    await watch(socket, games[2].id)
    assert (await socket.next("game_gone"))["code"] == "too_many_watched"
    await socket.send({"t": "unwatch", "game": games[0].id})
    await watched(socket, games[2].id)


async def test_the_gateway_beats_and_says_goodbye(house: House, make_gateway: MakeGateway) -> None:
    gateway = await make_gateway()
    await eventually(lambda: [beat for beat in house.beats if beat.gateway == gateway.id])
    await gateway.stop()
    await eventually(lambda: house.beats[-1].gateway == gateway.id and house.beats[-1].is_leaving)
