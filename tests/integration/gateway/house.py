"""A tiny honest house around the gateway: accounts, archive, rooms and an owner of games.

It speaks the contracts over the real bus and keeps everything in memory. It can be told to be
silent, to forget a live message, or to go and come back: what the real ones do on bad days.
"""

import asyncio
import secrets
from hashlib import sha256
from typing import Any, Final

import msgspec

from libs.bus import Bus, Request, Subscription
from libs.contracts import accounts, archive, bots, matchmaking
from libs.contracts.accounts import OpenedSession, Player, SessionClosed
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.live import GatewayBeat
from tests.integration.gateway.owner import TinyOwner

pack: Final = msgspec.msgpack.encode
to_json: Final = msgspec.json.encode

_account_query = msgspec.msgpack.Decoder(accounts.AccountQuery).decode
_bot_query = msgspec.msgpack.Decoder(bots.BotQuery).decode
_archive_query = msgspec.msgpack.Decoder(archive.ArchiveQuery).decode
_room_command = msgspec.msgpack.Decoder(matchmaking.RoomCommand).decode
_envelope = msgspec.msgpack.Decoder(CommandEnvelope).decode
_beat = msgspec.msgpack.Decoder(GatewayBeat).decode


class House:
    """All other services, on one bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.owner = TinyOwner(bus)
        self.sessions: dict[str, Player] = {}
        self.running: dict[PlayerId, list[Any]] = {}
        self.finished: dict[PlayerId, list[Any]] = {}
        self.rooms: dict[str, matchmaking.RoomView] = {}
        self.room_commands: list[CommandEnvelope] = []
        self.beats: list[GatewayBeat] = []
        self.exports: list[archive.ExportPage] = []
        self.asked: list[Any] = []
        self.asked_of_bots: list[bots.BotQuery] = []
        self.help = Answer("help_refused")
        self._serving: dict[str, list[Subscription]] = {}

    async def open(self) -> None:
        """Everybody begins to serve."""
        self.owner.open()
        self.open_accounts()
        self.open_archive()
        self.open_bots()
        self._serving["rooms"] = [
            subscription
            for shard in range(matchmaking.SHARDS)
            for subscription in (
                self.bus.serve(f"cmd.matchmaking.{shard}", self._on_room_command),
                self.bus.serve(f"query.matchmaking.{shard}", self._on_room_query),
            )
        ]
        self._serving["beat"] = [
            self.bus.subscribe("gateway.beat", lambda _, data: self.beats.append(_beat(data)))
        ]
        await self.bus.flush()

    def open_accounts(self) -> None:
        """Accounts answers."""
        self._serving["accounts"] = [self.bus.serve("query.accounts", self._on_accounts)]

    def open_archive(self) -> None:
        """The archive answers."""
        self._serving["archive"] = [self.bus.serve("query.archive", self._on_archive)]

    def close(self, service: str) -> None:
        """A service goes away."""
        for subscription in self._serving.pop(service):
            subscription.unsubscribe()

    # ---- accounts ---------------------------------------------------------------------------

    def guest(self, name: str = "Gast") -> tuple[str, Player]:
        """A guest with a session: token and player."""
        token = secrets.token_urlsafe(24)
        player = Player(PlayerId(f"0{secrets.randbelow(4)}-{secrets.token_hex(8)}"), name)
        self.sessions[token] = player
        return token, player

    def close_session(self, token: str) -> None:
        """The session ends, and everybody hears of it."""
        self.sessions.pop(token, None)
        closed = SessionClosed(sha256(token.encode()).hexdigest())
        self.bus.publish("accounts.session_closed", pack(closed))

    def _on_accounts(self, request: Request) -> None:
        query = _account_query(request.payload)
        self.asked.append(query)
        request.respond(pack(self._of_accounts(query)))

    def _of_accounts(self, query: accounts.AccountQuery) -> Answer:
        match query:
            case accounts.OpenGuestSession():
                token, player = self.guest()
                return Answer(data=pack(OpenedSession(token, player)))
            case accounts.FindSession(token):
                found = self.sessions.get(token)
                return Answer("no_session") if found is None else Answer(data=pack(found))
            case accounts.CloseSession(token):
                if token not in self.sessions:
                    return Answer("no_session")
                self.close_session(token)
                return Answer()
            case _:  # the real ones answer the rest, in test_accounts.py
                return Answer("unavailable")

    # ---- archive ----------------------------------------------------------------------------

    def _on_archive(self, request: Request) -> None:
        query = _archive_query(request.payload)
        request.respond(pack(self._of_archive(query)))

    def _of_archive(self, query: archive.ArchiveQuery) -> Answer:
        match query:
            case archive.RunningGames(player):
                return Answer(data=to_json(self.running.get(player, [])))
            case archive.FinishedGames(player):
                return Answer(data=to_json(self._page(self.finished.get(player, []), query)))
            case archive.ExportGames() if self.exports:
                return Answer(data=pack(self.exports.pop(0)))
            case _:  # the real one answers the rest, in test_real_archive.py
                return Answer("unavailable")

    def _page(self, lines: list[Any], query: archive.FinishedGames) -> list[Any]:
        before = query.before_ms
        older = [line for line in lines if before is None or line["ended_at_ms"] < before]
        return older[: query.limit]

    def run(self, player: PlayerId, running: list[Any]) -> None:
        """A player's running games change."""
        self.running[player] = running
        changed = {"player": player, "running": running}
        self.bus.publish(f"player.{player}.running", to_json(changed))

    # ---- bots -------------------------------------------------------------------------------

    def open_bots(self) -> None:
        """Computer players answer, with what `help` says."""
        self._serving["bots"] = [self.bus.serve("query.bots", self._on_bots)]

    def _on_bots(self, request: Request) -> None:
        self.asked_of_bots.append(_bot_query(request.payload))
        request.respond(pack(self.help))

    # ---- rooms ------------------------------------------------------------------------------

    def _on_room_command(self, request: Request) -> None:
        envelope = _envelope(request.payload)
        self.room_commands.append(envelope)
        command = _room_command(envelope.command)
        request.respond(pack(self._decide(envelope, command)))

    def _decide(self, envelope: CommandEnvelope, command: matchmaking.RoomCommand) -> Answer:
        room, actor = RoomId(envelope.stream), PlayerId(envelope.actor)
        view = self.rooms.get(room)
        if view is None and not isinstance(command, matchmaking.Opening):
            return Answer("room_not_found")
        match command:
            case (
                matchmaking.OpenRoom(name, terms)
                | matchmaking.OpenPractice(name, terms)
                | matchmaking.OpenHotseat(name, terms)
                | matchmaking.OpenChallenge(name, terms)
                | matchmaking.OpenSeek(name, terms)
            ):
                if view is None:
                    host = matchmaking.RoomMember(actor, name)
                    self.rooms[room] = matchmaking.RoomView(room, 1, host, None, terms, [], "open")
                return Answer(version=1)
            case matchmaking.ReportStart() | matchmaking.LookAtTime() | matchmaking.Withdraw():
                return Answer("service_only")
            case verb:
                return self._change(room, **self._changes(verb, actor))

    def _changes(self, verb: matchmaking.RoomVerb, actor: PlayerId) -> dict[str, Any]:
        match verb:
            case matchmaking.JoinRoom(name):
                return {"guest": matchmaking.RoomMember(actor, name)}
            case matchmaking.ChangeTerms(terms) | matchmaking.AgreeTerms(terms):
                return {"terms": terms, "agreed": [actor]}
            case matchmaking.LeaveRoom():
                return {"state": "closed"}
            case matchmaking.Rematch():
                return {"rematch": [actor]}
            case matchmaking.DeclineRoom(reason):
                return {"state": "closed", "declined": reason}
            case matchmaking.MarkRead():
                return {}

    def _change(self, room: RoomId, **changes: Any) -> Answer:
        view = self.rooms[room]
        view = msgspec.structs.replace(view, version=view.version + 1, **changes)
        self.show_room(view)
        return Answer(version=view.version)

    def show_room(self, view: matchmaking.RoomView) -> None:
        """A room is now like that."""
        self.rooms[view.room] = view
        self.bus.publish(f"live.room.{view.room}", to_json(view))

    def _on_room_query(self, request: Request) -> None:
        query = msgspec.msgpack.decode(request.payload, type=matchmaking.RoomAsSeen)
        view = self.rooms.get(query.room)
        answer = Answer("room_not_found") if view is None else Answer(data=to_json(view))
        request.respond(pack(answer))


async def pause() -> None:
    """Let everything that is already on its way arrive."""
    await asyncio.sleep(0.05)


def game_id(shard: int, name: str) -> GameId:
    """A game's id."""
    return GameId(f"{shard:02x}-{name}")


def terms(**changes: Any) -> dict[str, Any]:
    """A room's terms as a client sends them, with changes to the game's."""
    game: dict[str, Any] = {
        "game": "mills",
        "variant": "battlemills-9",
        "options": {},
        "time": {"base_ms": 300_000, "increment_ms": 3_000},
        "kind": "friendly",
    }
    return {"game": {**game, **changes}, "first": "random"}
