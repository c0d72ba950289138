"""A tiny owner of games: versions, command ids, seats, frames and watchers as the contract says."""

import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from libs.bus import Bus, Request, Subscription
from libs.contracts import games
from libs.contracts.client_out import GameEventFrame, GameSnapshot, Presence, SeenEvent
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import CommandId, GameId, PlayerId
from libs.contracts.live import LiveBatch, LiveItem, OwnerAnnounced, PublicShard

pack: Final = msgspec.msgpack.encode
to_json: Final = msgspec.json.encode

_envelope = msgspec.msgpack.Decoder(CommandEnvelope).decode
_command = msgspec.msgpack.Decoder(games.GameCommand).decode
_query = msgspec.msgpack.Decoder(games.GameQuery).decode

AboutGame = games.WatchGame | games.GameAsSeen | games.IsOver | games.WholeLog
TinyQuery = AboutGame | games.RenewWatches


@dataclass
class TinyGame:
    """A game whose turns are any text; each turn shows its seat a secret."""

    id: GameId
    players: tuple[PlayerId, PlayerId]
    events: list[SeenEvent] = field(default_factory=list)
    secrets: list[tuple[Any, Any]] = field(default_factory=list)
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict)

    @property
    def version(self) -> int:
        return len(self.events)

    def seat_of(self, player: PlayerId | None) -> int | None:
        return self.players.index(player) if player in self.players else None

    def seen(self, version: int, seat: int | None) -> SeenEvent:
        shown = None if seat is None else self.secrets[version - 1][seat]
        return msgspec.structs.replace(self.events[version - 1], shown=shown)

    def frame(self, version: int, seat: int | None) -> bytes:
        return to_json(GameEventFrame(self.id, self.seen(version, seat)))

    def frames(self, since: int, seat: int | None) -> list[bytes]:
        return [self.frame(version, seat) for version in range(since + 1, self.version + 1)]

    def snapshot(self, seat: int | None) -> bytes:
        events = [self.seen(version, seat) for version in range(1, self.version + 1)]
        return to_json(GameSnapshot(self.id, self.version, self.version, seat, {}, events))


class TinyOwner:
    """Owns all shards of games."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.games: dict[GameId, TinyGame] = {}
        self.interest: dict[GameId, dict[str, tuple[set[PlayerId], int]]] = {}
        self.commands: list[CommandEnvelope] = []
        self.queries: list[games.GameQuery] = []
        self.renewals: list[games.RenewWatches] = []
        self.is_mute = False
        """Live messages get lost."""
        self.is_silent = False
        """Nothing is answered."""
        self.is_holding = False
        """The answer to the next watch query is kept back until `release`."""
        self._late: list[tuple[Request, bytes]] = []
        self._serving: list[Subscription] = []

    def open(self) -> None:
        for shard in range(games.SHARDS):
            self._serving.append(self.bus.serve(f"cmd.games.{shard}", self._on_command))
            self._serving.append(self.bus.serve(f"query.games.{shard}", self._on_query))

    def close(self) -> None:
        """As if it had died: what it knew of watchers is gone with it."""
        for subscription in self._serving:
            subscription.unsubscribe()
        self._serving.clear()
        self.interest.clear()

    def announce(self) -> None:
        announced = OwnerAnnounced("games", "tiny", list(range(games.SHARDS)))
        self.bus.publish("owner.games", pack(announced))

    def start(self, shard: int, players: tuple[PlayerId, PlayerId]) -> TinyGame:
        game = TinyGame(GameId(f"{shard:02x}-{secrets.token_hex(8)}"), players)
        self.games[game.id] = game
        self.append(game, "games.game_started", {"n": 0})
        return game

    def append(self, game: TinyGame, kind: str, data: Any, by: CommandId | None = None) -> int:
        """Stores an event and shows it to whom it may concern."""
        version = game.version + 1
        seats = (f"only for 0: {version}", f"only for 1: {version}")
        game.events.append(SeenEvent(version, time.time_ns() // 1_000_000, kind, data, None, by))
        game.secrets.append(seats)
        if not self.is_mute:
            self.show(game, version)
        return version

    def item(self, game: TinyGame, version: int, players: set[PlayerId]) -> LiveItem:
        own = [
            game.frame(version, seat) if game.players[seat] in players else None for seat in (0, 1)
        ]
        return LiveItem(game.id, version, game.frame(version, None), own[0], own[1])

    def show(self, game: TinyGame, version: int) -> None:
        for gateway, (players, _) in self.interest.get(game.id, {}).items():
            batch = LiveBatch([self.item(game, version, players)])
            self.bus.publish(f"live.{gateway}", pack(batch))

    def presence(self, game: TinyGame, spectators: int) -> None:
        frame = to_json(Presence(game.id, (True, True), (None, None), spectators))
        for gateway in self.interest.get(game.id, {}):
            self.bus.publish(f"live.{gateway}", pack(LiveBatch([], [(game.id, frame)])))

    def _on_command(self, request: Request) -> None:
        envelope = _envelope(request.payload)
        self.commands.append(envelope)
        if self.is_silent:
            return
        game = self.games.get(GameId(envelope.stream))
        answer = Answer("game_not_found") if game is None else self._decide(game, envelope)
        request.respond(pack(answer))

    def _decide(self, game: TinyGame, envelope: CommandEnvelope) -> Answer:
        known = game.answers.get((envelope.actor, envelope.command_id))
        if known is not None:
            return known
        command = _command(envelope.command)
        seat = game.seat_of(PlayerId(envelope.actor))
        if isinstance(command, games.ServiceCommand):
            return Answer("service_only")
        if seat is None:
            return Answer("not_a_player")
        if isinstance(command, games.PlayTurn) and command.position != game.version:
            return Answer("stale_position", detail={"position": game.version})
        kind = str(command.__struct_config__.tag)
        version = self.append(
            game, f"tiny.{kind}", {"seat": seat, "text": getattr(command, "turn", "")},
            envelope.command_id,
        )  # fmt: skip
        answer = game.answers[envelope.actor, envelope.command_id] = Answer(version=version)
        return answer

    def _on_query(self, request: Request) -> None:
        query = _query(request.payload)
        if isinstance(query, games.PublicGames):  # none of these games is public
            request.respond(pack(Answer(data=pack(PublicShard("tiny", 0, [])))))
            return
        if isinstance(query, games.TakenUpBy):  # none of them takes anybody up
            request.respond(pack(Answer(data=pack(None))))
            return
        if isinstance(query, games.RenewWatches):
            self.renewals.append(query)
        else:
            self.queries.append(query)
        if self.is_silent:
            return
        self._answer(request, query)

    def _answer(self, request: Request, query: TinyQuery) -> None:
        if isinstance(query, games.RenewWatches):
            answer = self._renew(query, request.subject)
        else:
            game = self.games.get(query.game)
            answer = Answer("game_not_found") if game is None else self._see(game, query)
        if self.is_holding and isinstance(query, games.WatchGame):
            self._late.append((request, pack(answer)))
            return
        request.respond(pack(answer))

    def release(self) -> None:
        """The watch queries held back are answered now, with what was true then."""
        self.is_holding = False
        for request, answer in self._late:
            request.respond(answer)
        self._late.clear()

    def _see(
        self,
        game: TinyGame,
        query: AboutGame,
    ) -> Answer:
        if isinstance(query, games.IsOver | games.WholeLog):
            return Answer("game_running")
        seat = game.seat_of(query.player)
        if isinstance(query, games.GameAsSeen):
            return Answer(version=game.version, data=game.snapshot(seat))
        players, spectators = self.interest.setdefault(game.id, {}).get(query.gateway, (set(), 0))
        if seat is None or query.player is None:
            self.interest[game.id][query.gateway] = (players, spectators + 1)
        else:
            self.interest[game.id][query.gateway] = (players | {query.player}, spectators)
        since = query.since
        if since is not None and 0 < since <= game.version:
            frames = game.frames(since, seat)
        else:
            frames = [game.snapshot(seat)]
        return Answer(data=pack(games.Watching(seat, game.version, frames)))

    def _renew(self, query: games.RenewWatches, subject: str) -> Answer:
        shard = f"{int(subject.rpartition('.')[2]):02x}"
        for game_id, gateways in self.interest.items():
            if game_id.startswith(shard):
                gateways.pop(query.gateway, None)
        items: list[LiveItem] = []
        for entry in query.games:
            game = self.games.get(entry.game)
            if game is None:
                continue
            players = set(entry.players)
            self.interest.setdefault(game.id, {})[query.gateway] = (players, entry.strangers)
            items += [
                self.item(game, version, players)
                for version in range(entry.version + 1, game.version + 1)
            ]
        return Answer(data=pack(LiveBatch(items)))
