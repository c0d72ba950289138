"""The engine of Dara: deeper and deeper until the time is over."""

from random import Random
from time import perf_counter
from typing import Final

from libs.engines.dara import layout
from libs.engines.dara.deepening import Deepening
from libs.engines.dara.kernel.moves import list_turns
from libs.engines.dara.position import Words, empty_words, listed, put, set_up
from libs.engines.dara.style import STYLES
from libs.engines.port import EngineError, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules.dara.board import BOARD
from libs.rules.game import FIRST
from libs.rules.stones.layout import Placed

KEPT_BACK_S: Final = 0.004
"""Time for waking the thread that stops a search, and for writing the answer."""


class DaraEngine:
    """Alpha-beta in one array of words that is used again for every question."""

    game = "dara"

    def __init__(self) -> None:
        self._mem: Words = empty_words()

    def prepare(self) -> None:
        """Compiles the kernels, or loads them, by a first small search."""
        put(self._mem, Placed((0, 0), (BOARD.hand, BOARD.hand), FIRST))
        list_turns(self._mem, layout.FRAMES)
        Deepening(self._mem, StopFlag(), list(listed(self._mem).values())).run(1)

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """The turn to play. `score` is the value of that turn. Raises EngineError.

        Turns asked about are valued as deeply as the best one, as far as the time allows.
        """
        begun = perf_counter()
        with stop.within(max(question.seconds / 2, question.seconds - KEPT_BACK_S)):
            turns = self._read(question)
            dice = Random(question.seed)  # noqa: S311 (variety, no secret)
            style = STYLES[question.strength]
            style.apply(self._mem, dice)
            considered = [turns[turn] for turn in question.considered]
            deepening = Deepening(self._mem, stop, considered)
            if style.errs(dice):
                deepening.run_on(dice.choice(list(turns.values())), style.depth)
            else:
                deepening.run(style.depth)
        return deepening.reply(next(iter(turns.values())), perf_counter() - begun)

    def _read(self, question: Question) -> dict[str, int]:
        """Sets the array up; returns the legal turns, at least one. Raises EngineError."""
        if question.game != self.game:
            raise EngineError(f"no question for {self.game}: {question.game!r}")
        try:
            placed, is_over = set_up(self._mem, question.view), question.view["result"] is not None
        except (KeyError, TypeError, ValueError) as error:
            raise EngineError(f"a view that can't be read: {error}") from error
        if is_over or placed.seat != question.seat:
            raise EngineError(f"seat {question.seat} is not to act")
        list_turns(self._mem, layout.FRAMES)
        turns = listed(self._mem)
        unknown = [turn for turn in question.considered if turn not in turns]
        if unknown:
            raise EngineError(f"no legal turns: {unknown}")
        if not turns:
            raise EngineError("nobody has a turn there")
        return turns
