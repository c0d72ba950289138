"""What is built is what services and consumers read."""

import msgspec
import pytest

from libs.contracts.envelope import CommandEnvelope
from libs.contracts.games import GameCommand, GameEvent, Resign
from libs.testkit.builders import WHITE, command, ended, public_events, started, turn

pytestmark = pytest.mark.unit


def test_a_command_is_read_as_its_owner_reads_it() -> None:
    envelope = msgspec.msgpack.decode(command("0a-x", Resign()), type=CommandEnvelope)
    assert (envelope.stream, envelope.actor) == ("0a-x", WHITE.player)
    assert msgspec.msgpack.decode(envelope.command, type=GameCommand) == Resign()


def test_events_are_read_as_a_consumer_reads_them() -> None:
    story = [started(), turn(0, "d7"), ended(1)]
    events = public_events("0a-x", story)
    assert [event.seq for event in events] == [1, 2, 3]
    assert {event.shard for event in events} == {10}
    assert [event.type for event in events][1] == "games.turn_played"
    assert [msgspec.json.decode(event.public, type=GameEvent) for event in events] == story
