"""Two visitors at one table: a room agreed upon, random legal turns, every answer kept."""

import asyncio
import random
from dataclasses import dataclass, field

from libs.contracts import client_in
from libs.contracts.client_out import Answered
from libs.contracts.games import GameTerms
from libs.contracts.ids import CommandId, GameId
from libs.contracts.matchmaking import RoomTerms
from libs.rules import registry
from libs.rules.game import Ended, Seat
from libs.testkit.visitor import SeenGame, Visitor
from libs.timing import TimeControl

CALM, UNTIMED = TimeControl(180_000, 2_000), TimeControl(None)


def terms(variant: str = "battlemills-9", time: TimeControl = CALM) -> RoomTerms:
    """A friendly game in which the host has white."""
    return RoomTerms(GameTerms("mills", variant, {}, time), "host")


@dataclass
class Table:
    """One game between two visitors. `acknowledged`: command id → (version, turn)."""

    white: Visitor
    black: Visitor
    game: GameId
    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)

    @classmethod
    async def begun(cls, white: Visitor, black: Visitor, wanted: RoomTerms) -> "Table":
        """White opens a room and so agrees, black joins and agrees, both watch the game."""
        room = (await white.open_room(wanted)).room
        await black.watch_room(room)
        joined = await black.command(lambda i: client_in.JoinRoom(i, room))
        agreed = await black.command(lambda i: client_in.AgreeTerms(i, room, wanted))
        assert (joined.code, agreed.code) == (None, None)
        await white.until(lambda: white.rooms[room].game_id is not None)
        game = white.rooms[room].game_id
        assert game is not None
        await asyncio.gather(white.watch(game), black.watch(game))
        return cls(white, black, game)

    @property
    def seen(self) -> tuple[SeenGame, SeenGame]:
        """The game as each of the two has it."""
        return self.white.games[self.game], self.black.games[self.game]

    async def turn(self, visitor: Visitor, turn: str) -> Answered:
        """Sends a turn for the present position and keeps the answer."""
        position = visitor.games[self.game].position
        sent: list[str] = []

        def play(command_id: CommandId) -> client_in.Play:
            sent.append(command_id)
            return client_in.Play(command_id, self.game, position, turn)

        answer = await visitor.command(play)
        if answer.code is None:
            self.acknowledged[sent[0]] = (answer.version, turn)
        return answer

    async def play(self, chance: random.Random, stop: asyncio.Event, pause_s: float) -> None:
        """Random legal turns until the game ends or `stop` is set."""
        rules = registry.current("mills")
        table = rules.setup(rules.options("battlemills-9", {}))
        ply = 0
        while not stop.is_set() and not isinstance(rules.pending(table), Ended):
            mover = (self.white, self.black)[ply % 2]
            turn = chance.choice(rules.legal_turns(table, Seat(ply % 2)))
            answer = await self.turn(mover, turn)
            assert answer.code is None, (answer, turn)
            table, ply = rules.play(table, turn), ply + 1
            await asyncio.gather(
                self.white.reaches(self.game, answer.version),
                self.black.reaches(self.game, answer.version),
            )
            await asyncio.sleep(pause_s * chance.random())
