"""What a gateway was told of a game with a curtain, and the whole truth to hold it against."""

import json
from typing import Any

import msgspec

from libs.contracts.games import ClockCredited, GameEvent, GameLog, Secret, Unveiled, Watching
from libs.contracts.live import LiveBatch
from libs.rules.game import SPECTATOR, Seat, Viewer
from services.games import decider
from services.games.decider import Fact


class Heard:
    """All that a gateway was ever told of the game, by the way it came."""

    def __init__(self) -> None:
        self.events: list[tuple[int, bytes]] = []
        self.seats: list[bytes] = []
        """Frames for one seat alone."""
        self.snapshots: list[bytes] = []

    def batch(self, data: bytes) -> int:
        """A live message, or the answer to a renewal; how many events it has."""
        items = msgspec.msgpack.decode(data, type=LiveBatch).items
        for item in items:
            self.events.append((item.version, item.public))
            self.seats += [own for own in (item.seat0, item.seat1) if own is not None]
        return len(items)

    def watching(self, data: bytes, since: int | None) -> None:
        """The answer to `WatchGame`."""
        answer = msgspec.msgpack.decode(data, type=Watching)
        if since is None:
            self.snapshots += answer.frames
        else:
            numbered = enumerate(answer.frames, since + 1)
            self.events += list(numbered)


class Truth:
    """A finished game with all its secrets, and what may have been told of it."""

    def __init__(self, log: GameLog) -> None:
        self.events = log.events
        self.secrets = [msgspec.json.decode(e.secret, type=Secret | None) for e in log.events]
        facts = [
            Fact(event.at_ms, msgspec.json.decode(event.public, type=GameEvent), secret)
            for event, secret in zip(log.events, self.secrets, strict=True)
        ]
        self.states: list[decider.Running] = []
        for fact in facts:
            self.states.append(decider.evolve(self.states[-1] if self.states else None, fact))
        self.audiences: list[int | None] = []
        """Whom the curtain was up for after each event, by the events' names alone."""
        for fact in facts:
            if isinstance(fact.event, ClockCredited):
                self.audiences.append(self.audiences[-1])
            else:
                seat = fact.event.seat if isinstance(fact.event, Unveiled) else None
                self.audiences.append(seat)

    def check_event(self, version: int, frame: bytes) -> None:
        """It is what everybody may know, to the letter."""
        event = json.loads(frame)["event"]
        event.pop("id", None)
        assert event == self._told(version, None)
        if version < len(self.events):
            self.check_bytes(frame, None)

    def check_snapshot(self, data: bytes) -> None:
        """It is what whoever was before the screen at that version may know."""
        seen = json.loads(data)
        version = seen["version"]
        audience, state = self.audiences[version - 1], self.states[version - 1]
        viewer: Viewer = SPECTATOR if audience is None else Seat(audience)
        view = state.rules.view(state.table, viewer)
        assert seen["view"] == json.loads(msgspec.json.encode(view))
        assert (seen["seat"], seen["position"]) == (audience or 0, state.position)
        for number, event in enumerate(seen["events"], 1):
            event.pop("id", None)
            assert event == self._told(number, audience)
        assert len(seen["events"]) == version
        if version < len(self.events):
            self.check_bytes(data, audience)

    def _told(self, version: int, audience: int | None) -> dict[str, Any]:
        event, secret = self.events[version - 1], self.secrets[version - 1]
        told = {
            "version": version,
            "at_ms": event.at_ms,
            "type": event.type,
            "data": json.loads(bytes(event.public)),
        }
        shown = None if secret is None or audience is None else secret.seats[audience]
        return told if shown is None else {**told, "shown": shown}

    def check_bytes(self, data: bytes, audience: int | None) -> None:
        """Not a byte of what somebody else knows, or nobody."""
        for secret in self.secrets:
            if secret is None:
                continue
            if secret.owner is not None:
                assert secret.owner["nonce"].encode() not in data
                assert msgspec.json.encode(secret.owner["dealt"]["deck"]) not in data
            for seat, shown in enumerate(secret.seats):
                own = None if audience is None else secret.seats[audience]
                if seat != audience and shown.get("hand") and shown != own:
                    assert b'"hand":' + msgspec.json.encode(shown["hand"]) not in data
