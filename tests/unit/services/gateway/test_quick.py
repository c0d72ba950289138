"""A quick game's way: what is found, what has gone meanwhile, and the same way again."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from libs.bus import MemoryBus, MemoryHub, Request
from libs.contracts.accounts import Player
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    FindOpponent,
    OpenChallenge,
    OpenSeek,
    Opponent,
    RoomCommand,
    RoomTerms,
)
from libs.testkit.virtual_time import run_virtual, virtual_now_ms
from libs.timing import TimeControl
from services.gateway.decider.refusals import RefusedError
from services.gateway.handlers.commands import Commands
from services.gateway.handlers.quick import ATTEMPTS, QuickGames, Wish

ANN, BEN, CLEO = Player(PlayerId("00-ann"), "Ann"), PlayerId("01-ben"), PlayerId("02-cleo")
TERMS = RoomTerms(GameTerms("mills", "battlemills-9", {}, TimeControl(None)))
OWN, THEIRS = RoomId("00-own"), RoomId("01-theirs")
NOBODY = Opponent()

Answers = dict[str, str | Answer]


class House:
    """Finds what it is told to find, answers commands by their kind, and notes both."""

    def __init__(self, hub: MemoryHub, found: list[Opponent], answers: list[Answers]) -> None:
        self._found = found
        self._answers = answers
        self.asked: list[FindOpponent] = []
        self.sent: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.quick: list[bool] = []
        bus = MemoryBus(hub)
        for shard in range(2):
            bus.serve(f"cmd.matchmaking.{shard}", self._on_command)

    async def opponent(self, wish: FindOpponent) -> Opponent:
        """What is found this time; nobody in the end."""
        self.asked.append(msgspec.structs.replace(wish, apart_from=list(wish.apart_from)))
        number = len(self.asked) - 1
        return self._found[number] if number < len(self._found) else NOBODY

    def _on_command(self, request: Request) -> None:
        envelope = msgspec.msgpack.decode(request.payload, type=CommandEnvelope)
        command = msgspec.msgpack.decode(envelope.command, type=RoomCommand)
        kind = str(command.__struct_config__.tag)
        self.sent.append((kind, envelope.stream))
        self.ids.append(envelope.command_id)
        if isinstance(command, OpenSeek | OpenChallenge):
            self.quick.append(command.is_quick)
        answers = self._answers[min(len(self.asked), len(self._answers)) - 1]
        answer = answers.get(kind, Answer(version=1))
        request.respond(
            msgspec.msgpack.encode(Answer(answer) if isinstance(answer, str) else answer)
        )


def quick(
    found: list[Opponent], *answers: Answers, player: Player = ANN
) -> tuple[RoomId | str, House]:
    """Where the wish leads, or the refusal; `answers` by attempt."""

    async def story() -> tuple[RoomId | str, House]:
        hub = MemoryHub()
        house = House(hub, found, list(answers) or [{}])
        games = QuickGames(Commands(MemoryBus(hub), "gw"), house, virtual_now_ms)
        wish = Wish(player, TERMS, [CLEO], OWN, GameId("00-game"))
        try:
            return await games.find(wish), house
        except RefusedError as refusal:
            return refusal.code, house

    return run_virtual(story)


OFFER = Opponent(seek=THEIRS, terms=TERMS)


def test_an_offer_that_fits_is_entered_and_agreed_to() -> None:
    room, house = quick([OFFER])
    assert room == THEIRS
    assert house.sent == [("join_room", THEIRS), ("agree_terms", THEIRS)]
    assert house.asked[0].apart_from == [CLEO]


def test_the_same_wish_again_sends_the_same_ids() -> None:
    (_, first), (_, second) = quick([OFFER]), quick([OFFER])
    assert first.ids == second.ids
    assert len(set(first.ids)) == 2
    assert [each.id for each in first.asked] == [each.id for each in second.asked]


def test_who_is_in_that_room_already_agrees() -> None:
    room, _ = quick([OFFER], {"join_room": "already_in_room"})
    assert room == THEIRS


def test_somebody_free_is_challenged_else_one_offers_openly() -> None:
    room, house = quick([Opponent(player=BEN)])
    assert (room, house.sent) == (OWN, [("open_challenge", OWN)])
    room, house = quick([])
    assert (room, house.sent) == (OWN, [("open_seek", OWN)])


@pytest.mark.parametrize("code", ["room_full", "room_closed", "not_reachable"])
def test_an_offer_that_has_gone_meanwhile_is_not_the_end(code: str) -> None:
    room, house = quick([OFFER, NOBODY], {"join_room": code}, {})
    assert (room, house.sent) == (OWN, [("join_room", THEIRS), ("open_seek", OWN)])


def test_whose_terms_have_changed_meanwhile_is_left_again() -> None:
    room, house = quick([OFFER, NOBODY], {"agree_terms": "terms_changed"}, {})
    assert room == OWN
    assert house.sent[2:] == [("leave_room", THEIRS), ("open_seek", OWN)]


def test_who_has_challenged_oneself_in_the_same_moment_is_found() -> None:
    room, house = quick([Opponent(player=BEN), OFFER], {"open_challenge": "opponent_there"}, {})
    assert room == THEIRS
    assert house.asked[1].apart_from == [CLEO], "or the offer would never be found"


def test_an_offer_that_one_may_not_take_keeps_nobody_from_an_own_one() -> None:
    """Its host has declined, or the two are apart: it is met twice, and then left standing."""
    there = Answer("opponent_there", detail={"room": THEIRS})
    room, house = quick([], {"open_seek": there}, {"open_seek": there}, {})
    assert (room, len(house.asked)) == (OWN, 3)
    assert house.quick == [True, True, False]


def test_who_can_t_be_reached_is_not_tried_twice() -> None:
    _, house = quick([Opponent(player=BEN)], {"open_challenge": "not_reachable"}, {})
    assert house.asked[1].apart_from == [CLEO, BEN]


def test_a_former_offer_on_other_terms_gives_way() -> None:
    there = Answer("has_seek", detail={"room": "01-former"})
    room, house = quick([], {"open_seek": there}, {})
    assert room == OWN
    assert house.sent[1:] == [("leave_room", "01-former"), ("open_seek", OWN)]


def test_in_the_end_one_offers_come_what_may() -> None:
    always: Answers = {"open_challenge": "opponent_there", "join_room": "room_full"}
    room, house = quick([OFFER] * ATTEMPTS, *[always] * ATTEMPTS)
    assert room == OWN
    assert house.sent[-1] == ("open_seek", OWN)
    assert len(house.asked) == ATTEMPTS


@pytest.mark.parametrize("code", ["banned", "unavailable", "rated_needs_account"])
def test_what_no_other_opponent_would_change_is_said(code: str) -> None:
    kinds: list[tuple[Callable[[], list[Opponent]], str]] = [
        (lambda: [OFFER], "join_room"),
        (lambda: [Opponent(player=BEN)], "open_challenge"),
        (list, "open_seek"),
    ]
    for found, kind in kinds:
        answers: Any = {kind: code}
        assert quick(found(), answers)[0] == code
