"""An engine that has solved its game: it looks answers up and never errs when it plays strongly."""

from random import Random
from time import perf_counter
from typing import Final

from libs.engines.port import EngineError, Exact, Question, Reply
from libs.engines.solved.choosing import Candidate, best_line, candidates, choose
from libs.engines.solved.game import SmallGame, turns_to_the_end
from libs.engines.solved.valuation import NEVER, Solution, Valuation
from libs.engines.stopping import StopFlag
from libs.rules.game import FIRST, Json, Seat
from libs.rules.stones.layout import Placed, PositionError

LONGEST_LINE: Final = 40
_STONES: Final = 1 << 32
"""History keys hold white's stones below this, black's above, then the seat."""


class SolvedEngine:
    """Answers at once: there is nothing to search and nothing to stop."""

    def __init__(self, game: SmallGame) -> None:
        self.game = game.key
        self.solution = Solution(game)
        self.rules = game

    def prepare(self) -> None:
        """Solves the game from the empty board."""
        hand = self.rules.layout.hand
        self.solution.solve([self.rules.position(Placed((0, 0), (hand, hand), FIRST))])

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """The turn to play, its value, and what is exactly known. Raises EngineError.

        `score` is the value of the turn played, also of a bad one; `exact` is the position's.
        """
        begun = perf_counter()
        valuation = self._read(question)
        found = candidates(valuation, valuation.root, 0)
        if not found:
            raise EngineError("nobody has a turn there")
        dice = Random(question.seed)  # noqa: S311 (variety, no secret)
        played = choose(question.strength, found, valuation, dice)
        line = best_line(valuation, played, LONGEST_LINE)
        return Reply(
            turn=played.turn,
            score=float(played.value),
            depth=turns_to_the_end(played.value) or len(line),
            nodes=len(found),
            seconds=perf_counter() - begun,
            pv=line,
            exact=_exact(max(one.value for one in found), valuation.unlimited()),
            considered=_considered(question, found),
        )

    def _read(self, question: Question) -> Valuation:
        if question.game != self.game:
            raise EngineError(f"no question for {self.game}: {question.game!r}")
        try:
            return self._valuation(question.view, question.seat)
        except (KeyError, TypeError, ValueError, PositionError) as error:
            raise EngineError(f"a view that can't be read: {error}") from error

    def _valuation(self, view: Json, seat: int) -> Valuation:
        placed = self.rules.layout.read(view["position"])
        if view["result"] is not None or placed.seat != seat:
            raise EngineError(f"seat {seat} is not to act")
        options, counters = view["options"], view["counters"]
        often = options.get("repetition") or NEVER
        return Valuation(
            self.solution,
            self.rules.position(placed),
            sum(placed.hands),
            since=counters.get("since_progress", 0),
            limit=options.get("no_progress_limit") or NEVER,
            worn={self._seen(int(key, 16)) for key, count in view["seen"] if count + 1 >= often},
        )

    def _seen(self, key: int) -> int:
        """The position behind a history key of `libs.rules.stones`; hands were empty there."""
        rest, white = divmod(key, _STONES)
        seat, black = divmod(rest, _STONES)
        return self.rules.position(Placed((white, black), (0, 0), Seat(seat)))


def _exact(value: int, unlimited: int) -> Exact | None:
    """What is known of a position; None if a draw limit comes before its end."""
    if (value > 0, value < 0) != (unlimited > 0, unlimited < 0):
        return None
    turns = turns_to_the_end(value)
    if value > 0:
        return Exact("win", turns)
    return Exact("loss", turns) if value < 0 else Exact("draw", 0)


def _considered(question: Question, found: list[Candidate]) -> tuple[float, ...]:
    values = {one.turn: float(one.value) for one in found}
    unknown = [turn for turn in question.considered if turn not in values]
    if unknown:
        raise EngineError(f"no legal turns: {unknown}")
    return tuple(values[turn] for turn in question.considered)
