"""A game session in memory for tests of the decider: commands in, facts kept."""

from typing import Any, Literal

from libs.contracts.decisions import Context, Decision
from libs.contracts.games import GameCommand, GameTerms, SeatInfo, StartGame
from libs.contracts.ids import PlayerId
from libs.timing import TimeControl
from services.games.decider import Fact, GameState, Request, Running, decide, evolve, initial_state

WHITE, BLACK, STRANGER = PlayerId("00-white"), PlayerId("00-black"), PlayerId("00-stranger")
MATCHMAKING, CLOCKS, OWNER = "service:matchmaking", "service:clocks", "service:games"
BLITZ = TimeControl(180_000, 2_000)
UNTIMED = TimeControl(None)


def start_command(
    time: TimeControl = BLITZ,
    variant: str = "battlemills-9",
    game: str = "mills",
    kind: Literal["friendly", "rated"] = "friendly",
    **options: Any,
) -> StartGame:
    """Terms of a game between WHITE and BLACK."""
    terms = GameTerms(game, variant, options, time, kind)
    return StartGame(terms, (SeatInfo(WHITE, "Weiß"), SeatInfo(BLACK, "Schwarz")), "00-room")


class Session:
    """Applies each decision at once, as the owner does after the commit."""

    def __init__(self) -> None:
        self.state: GameState = initial_state()
        self.facts: list[Fact] = []
        self.at_ms = 1_000_000

    @classmethod
    def started(cls, command: StartGame | None = None) -> "Session":
        """A session whose game has begun."""
        session = cls()
        session.send(MATCHMAKING, command or start_command())
        return session

    @property
    def game(self) -> Running:
        """The started game."""
        assert self.state is not None
        return self.state

    def send(
        self, actor: str, command: GameCommand, after_ms: int = 0, **measured: int
    ) -> Decision[Fact]:
        """Decides a command some time after the last one and applies what it leads to."""
        self.at_ms += after_ms
        context = Context(self.at_ms, actor, bytes(range(16)))
        decision = decide(Request(command, **measured), self.state, context)
        for fact in decision.events:
            self.state = evolve(self.state, fact)
            self.facts.append(fact)
        return decision

    def refusal(self, actor: str, command: GameCommand, after_ms: int = 0, **measured: int) -> str:
        """The code that a command is refused with; empty if it isn't."""
        decision = self.send(actor, command, after_ms, **measured)
        return decision.refusal.code if decision.refusal else ""

    def to_move(self) -> PlayerId:
        """The player who is to act."""
        seat = self.game.clock.running
        assert seat is not None
        return (WHITE, BLACK)[seat]

    def replayed(self) -> Running:
        """The state made from the facts alone, as they come out of the log."""
        state: GameState = initial_state()
        for fact in self.facts:
            state = evolve(state, Fact(fact.at_ms, fact.event, fact.secret))
        assert state is not None
        return state
