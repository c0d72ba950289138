"""Two people and spectators: turns, answers, seats, versions."""

from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House


async def test_a_turn_reaches_both_players_and_the_spectator(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    (one, a), (two, b) = house.guest("Ada"), house.guest("Bo")
    game = house.owner.start(3, (a.id, b.id))
    first = await make_browser(gateway, one).socket()
    second = await make_browser(gateway, two).socket()
    third = await make_browser(gateway).socket()
    for socket, seat in ((first, 0), (second, 1), (third, None)):
        await socket.send({"t": "watch", "game": game.id})
        snapshot = await socket.next("game_snapshot", game=game.id)
        assert snapshot["seat"] == seat
        assert snapshot["version"] == 1

    answer = await first.ask(
        {"t": "play", "id": "c1", "game": game.id, "position": 1, "turn": "d7"}
    )

    assert answer == {"t": "answer", "id": "c1", "version": 2}
    for socket, shown in ((first, "only for 0: 2"), (second, "only for 1: 2"), (third, None)):
        event = (await socket.next("game_event"))["event"]
        assert (event["version"], event.get("shown")) == (2, shown)
        assert event["id"] == "c1"
    envelope = house.owner.commands[-1]
    assert (envelope.actor, envelope.stream) == (a.id, game.id)
    assert envelope.lag_ms < 1000


async def test_a_repeated_command_gets_the_first_answer_through_any_gateway(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    _, other = house.guest()
    game = house.owner.start(0, (player.id, other.id))
    left, right = await make_gateway(), await make_gateway()
    play = {"t": "play", "id": "same", "game": game.id, "position": 1, "turn": "d7"}
    one = await make_browser(left, token).socket()
    two = await make_browser(right, token).socket()
    await one.send(play)
    await two.send(play)
    answers = [await one.next("answer"), await two.next("answer"), await one.ask(play)]
    assert [answer["version"] for answer in answers] == [2, 2, 2]
    assert game.version == 2
