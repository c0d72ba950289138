"""A person's side of practice games, by commands and queries, as a gateway would send them."""

import random
from typing import Any

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.games import (
    GameAsSeen,
    GameTerms,
    GoOn,
    OfferDraw,
    PlayTurn,
    SeatInfo,
    StartGame,
    TakeBack,
    WholeLog,
)
from libs.contracts.ids import GameId, PlayerId, bot_player
from libs.eventstore.records import new_stream_id, shard_of
from libs.rules import registry
from libs.rules.hanse.layout import from_view
from libs.rules.hanse.moves import all_turns
from libs.rules.strength import Strength
from libs.timing import TimeControl
from services.bots.decider.history import History, told_to
from services.bots.decider.seen import Seen, SeenEvent, read_seen
from tests.integration.behind import ANN, Behind, until


class House:
    """The services of a test, and the settings of its computers."""

    def __init__(self, behind: Behind, settings: dict[str, Any]) -> None:
        self.behind = behind
        self.settings = settings

    async def start_bots(self, **settings: Any) -> Any:
        """One more instance, in this process."""
        return await self.behind.start("bots", **{**self.settings, **settings})

    async def begin(
        self,
        key: str = "tictactoe",
        strength: Strength = "strong",
        *,
        seat: int = 0,
        variant: str | None = None,
    ) -> "Practice":
        """A game in which Ann has that seat."""
        game = GameId(new_stream_id(16, random.randbytes(16)))
        ann = SeatInfo(ANN, "Ann")
        bot = SeatInfo(bot_player(strength), strength)
        chosen = variant or registry.current(key).variants[0]
        terms = GameTerms(key, chosen, {}, TimeControl(None), "practice")
        command = StartGame(terms, (ann, bot) if seat == 0 else (bot, ann))
        answer = await self.behind.command("games", game, "service:matchmaking", command)
        assert answer.code is None, answer
        return Practice(self.behind, game, seat)


class Practice:
    """One game."""

    def __init__(self, behind: Behind, game: GameId, seat: int) -> None:
        self.behind = behind
        self.game = game
        self.seat = seat

    async def seen(self, player: PlayerId | None = ANN) -> Seen:
        """The game as a player sees it now."""
        query = GameAsSeen(self.game, player)
        answer = await self.behind.query(f"query.games.{shard_of(self.game)}", query)
        assert answer.data is not None, answer
        return read_seen(answer.data)

    async def until_own_turn(self, *, within_s: float = 10.0) -> Seen:
        """As soon as Ann is to act or the game is over."""
        found: list[Seen] = []

        async def is_so() -> bool:
            found[:] = [await self.seen()]
            return found[0].is_over() or found[0].acting() == self.seat

        await until(is_so, within_s=within_s)
        return found[0]

    async def until_own_turn_or_pause(self, *, within_s: float = 30.0) -> Seen:
        """As soon as it isn't the computer's turn."""
        found: list[Seen] = []

        async def is_so() -> bool:
            found[:] = [await self.seen()]
            return found[0].acting() != 1 - self.seat

        await until(is_so, within_s=within_s)
        return found[0]

    async def whole_log(self) -> bytes:
        """The finished game with its secrets, as its owner tells it."""
        query = WholeLog(self.game)
        answer = await self.behind.query(f"query.games.{shard_of(self.game)}", query)
        assert answer.data is not None, answer
        return answer.data

    async def until_turns(self, count: int, *, within_s: float = 10.0) -> None:
        """As soon as so many turns stand."""

        async def is_so() -> bool:
            seen = await self.seen()
            return seen.turns_of(0) + seen.turns_of(1) >= count

        await until(is_so, within_s=within_s)

    async def until_over(self, *, within_s: float = 10.0) -> dict[str, Any]:
        """The end of the game."""
        found: list[Seen] = []

        async def is_so() -> bool:
            found[:] = [await self.seen()]
            return found[0].is_over()

        await until(is_so, within_s=within_s)
        ended: dict[str, Any] = msgspec.json.decode(found[0].events[-1].data)
        return ended

    async def command(self, command: msgspec.Struct) -> Answer:
        """A command of Ann's."""
        return await self.behind.command("games", self.game, ANN, command)

    async def play(self, turn: str | None = None, *, chance: random.Random | None = None) -> None:
        """Ann's turn: that one, or some legal one."""
        seen = await self.until_own_turn()
        text = turn or (chance or random.Random(7)).choice(self.legal(seen))
        answer = await self.command(PlayTurn(seen.position, text))
        assert answer.code is None, (answer, text)

    @staticmethod
    def turn_text(event: SeenEvent) -> str:
        """What was played, in notation."""
        text: str = msgspec.json.decode(event.data)["turn"]
        return text

    def legal(self, seen: Seen) -> list[str]:
        """Ann's legal turns."""
        start = seen.start()
        rules = registry.rules(start.terms.game, start.rules_version)
        if rules.has_secrets():  # what Ann may do follows from what she knows
            return all_turns(from_view(seen.view["table"]))
        state = rules.setup(start.terms.options)
        for turn in History(start, told_to(seen), self.seat).turns:  # type: ignore[arg-type]  # a seat
            state = rules.play(state, turn.text)
        return rules.legal_turns(state, self.seat)  # type: ignore[arg-type]  # a seat

    async def go_on(self, seen: Seen) -> None:
        """Ann has seen enough of the round that is over."""
        pause = next(e for e in reversed(seen.events) if e.type == "games.pause_began")
        answer = await self.command(GoOn(pause.version))
        assert answer.code is None, answer

    async def take_back(self) -> None:
        """Ann takes her last turn back."""
        seen = await self.seen()
        answer = await self.command(TakeBack(seen.position))
        assert answer.code is None, answer

    async def offer_draw(self) -> int:
        """Ann offers a draw; the offer's version."""
        answer = await self.command(OfferDraw())
        assert answer.code is None, answer
        return answer.version

    async def kinds(self) -> list[str]:
        """The types of the game's events."""
        return await self.behind.kinds("games", self.game)

    async def turns_by_position(self) -> list[tuple[str, str]]:
        """Who played by which command, in order."""
        sql = """SELECT actor, command_id FROM events
                 WHERE stream = $1 AND type = 'games.turn_played' ORDER BY version"""
        rows = await self.behind.rows("games", sql, self.game)
        return [(row[0], row[1]) for row in rows]
