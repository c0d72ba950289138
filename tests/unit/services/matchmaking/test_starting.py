"""The policy that starts games: what it sends, and what it makes of each answer."""

from collections.abc import Collection, Mapping
from functools import partial

import msgspec
import pytest

from libs.bus import MemoryBus, MemoryHub, Request, ServiceUnavailableError
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import SeatInfo, StartGame
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.matchmaking import GameAgreed, ReportStart, RoomClosed
from libs.contracts.ratings import ReleaseStakes, ReserveStakes
from libs.eventstore.records import PublicEvent
from libs.testkit.builders import public_events
from libs.testkit.virtual_time import run_virtual, virtual_now_ms
from services.matchmaking.policies import OwnCommands, Starting
from tests.unit.services.matchmaking.room import ANN, BEN, GAME, GUEST, HOST, OPENED, asked

ROOM, OTHER_ROOM = "02-room", "03-other"
OTHER_GAME = GameId("0d-other")
STAKES = "00-0c-game"
RESERVE = ReserveStakes(GAME, "mills", (ANN, BEN), 30)


def agreed(room: str, game: GameId) -> PublicEvent:
    """The event that starts a game."""
    (event,) = public_events(room, [GameAgreed(game, OPENED.terms.game, (HOST, GUEST))])
    return event


class House:
    """Owners of games and rooms; the former answer as told, by shard."""

    def __init__(
        self, hub: MemoryHub, answers: Mapping[int, Answer], reserving: Answer | None = None
    ) -> None:
        self.sent: list[CommandEnvelope] = []
        self.playing: list[PlayerId] = []
        self.policy = Starting(OwnCommands(MemoryBus(hub), virtual_now_ms), self._now_playing)
        bus = MemoryBus(hub)
        for shard, answer in answers.items():
            bus.serve(f"cmd.games.{shard}", partial(self._take, answer))
        if reserving is not None:
            bus.serve("cmd.ratings.0", partial(self._take, reserving))
        for shard in range(4):
            bus.serve(f"cmd.matchmaking.{shard}", partial(self._take, Answer()))

    async def _now_playing(self, players: Collection[PlayerId], _correlation: str) -> None:
        self.playing += players

    def _take(self, answer: Answer, request: Request) -> None:
        self.sent.append(msgspec.msgpack.decode(request.payload, type=CommandEnvelope))
        request.respond(msgspec.msgpack.encode(answer))

    @property
    def starts(self) -> list[StartGame]:
        """Which games were to be started."""
        return [
            msgspec.msgpack.decode(envelope.command, type=StartGame)
            for envelope in self.sent
            if envelope.stream in {GAME, OTHER_GAME}
        ]

    @property
    def reports(self) -> list[tuple[str, str | None]]:
        """Which room was told what."""
        return [
            (envelope.stream, msgspec.msgpack.decode(envelope.command, type=ReportStart).code)
            for envelope in self.sent
            if envelope.stream not in {GAME, OTHER_GAME, STAKES}
        ]

    @property
    def stakes(self) -> list[ReserveStakes | ReleaseStakes]:
        """What was reserved and released."""
        return [
            msgspec.msgpack.decode(envelope.command, type=ReserveStakes | ReleaseStakes)
            for envelope in self.sent
            if envelope.stream == STAKES
        ]


def act(
    answers: Mapping[int, Answer], *events: PublicEvent, reserving: Answer | None = None
) -> House:
    """What the policy does about events."""

    async def story() -> House:
        hub = MemoryHub()
        house = House(hub, answers, reserving)
        await house.policy(events)
        return house

    return run_virtual(story)


def test_the_game_is_started_as_agreed_and_the_room_is_told() -> None:
    house = act({12: Answer(version=1)}, agreed(ROOM, GAME))
    seats = (SeatInfo(ANN, "Ann"), SeatInfo(BEN, "Ben"))
    assert house.starts == [StartGame(OPENED.terms.game, seats, ROOM)]
    assert house.reports == [(ROOM, None)]
    assert {envelope.actor for envelope in house.sent} == {"service:matchmaking"}
    assert house.playing == [ANN, BEN]


def test_whoever_may_watch_is_agreed_with_the_game() -> None:
    open_to_all = GameAgreed(GAME, OPENED.terms.game, (HOST, GUEST), is_public=True)
    (event,) = public_events(ROOM, [open_to_all])
    assert [start.is_public for start in act({12: Answer()}, event).starts] == [True]


def test_only_who_has_begun_a_game_is_said_to_play() -> None:
    assert act({12: Answer("already_playing")}, agreed(ROOM, GAME)).playing == []


def test_the_same_event_sends_the_same_ids() -> None:
    event = agreed(ROOM, GAME)
    first, second = act({12: Answer()}, event), act({12: Answer()}, event)
    ids = [envelope.command_id for envelope in first.sent]
    assert ids == [envelope.command_id for envelope in second.sent]
    assert len(set(ids)) == 2


def test_a_game_that_has_started_already_is_no_refusal() -> None:
    assert act({12: Answer("game_exists")}, agreed(ROOM, GAME)).reports == [(ROOM, None)]


@pytest.mark.parametrize("code", ["unknown_terms", "bad_message", "internal_error"])
def test_a_refusal_is_told_to_the_room_and_stops_nothing(code: str) -> None:
    house = act(
        {12: Answer(code), 13: Answer()}, agreed(ROOM, GAME), agreed(OTHER_ROOM, OTHER_GAME)
    )
    assert sorted(house.reports) == [(ROOM, code), (OTHER_ROOM, None)]


def test_without_an_owner_the_event_comes_again_and_the_others_start() -> None:
    async def story() -> House:
        hub = MemoryHub()
        house = House(hub, {13: Answer()})
        events = [agreed(ROOM, GAME), agreed(OTHER_ROOM, OTHER_GAME)]
        with pytest.raises(ServiceUnavailableError):
            await house.policy(events)
        return house

    assert run_virtual(story).reports == [(OTHER_ROOM, None)]


def test_other_events_are_none_of_its_business() -> None:
    (closed,) = public_events(ROOM, [RoomClosed()])
    assert act({}, closed).sent == []


def rated() -> PublicEvent:
    """The event that starts a rated game with a stake."""
    terms = asked(kind="rated", stake=30).game
    (event,) = public_events(ROOM, [GameAgreed(GAME, terms, (HOST, GUEST))])
    return event


def test_a_rated_game_starts_when_its_stakes_are_reserved() -> None:
    house = act({12: Answer()}, rated(), reserving=Answer())
    assert [envelope.stream for envelope in house.sent] == [STAKES, GAME, ROOM]
    assert house.stakes == [RESERVE]
    assert house.reports == [(ROOM, None)]


def test_without_stakes_no_rated_game_starts() -> None:
    house = act({12: Answer()}, rated(), reserving=Answer("wallet_too_small"))
    assert house.starts == []
    assert house.reports == [(ROOM, "wallet_too_small")]


def test_stakes_of_a_start_that_is_refused_are_released() -> None:
    house = act({12: Answer("already_playing")}, rated(), reserving=Answer())
    assert house.stakes == [RESERVE, ReleaseStakes(GAME)]
    assert house.reports == [(ROOM, "already_playing")]


def test_the_room_is_told_who_plays_elsewhere() -> None:
    busy = Answer("already_playing", detail={"player": BEN, "game": OTHER_GAME})
    (_, report) = act({12: busy}, agreed(ROOM, GAME)).sent
    told = msgspec.msgpack.decode(report.command, type=ReportStart)
    assert told == ReportStart("already_playing", BEN)


def test_stakes_are_never_released_for_a_game_that_has_started_already() -> None:
    assert act({12: Answer("game_exists")}, rated(), reserving=Answer()).stakes == [RESERVE]


def test_reserving_again_is_a_new_command_for_it_may_have_been_released() -> None:
    first, second = (act({12: Answer()}, rated(), reserving=Answer()).sent for _ in range(2))
    assert first[0].command_id != second[0].command_id
    assert [e.command_id for e in first[1:]] == [e.command_id for e in second[1:]]
