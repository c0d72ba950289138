"""Battlehanse behind `libs.engines.port.Engine`: easy, medium and strong."""

import random
import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from libs.engines.hanse import easy
from libs.engines.hanse.codes import code_of, text_of
from libs.engines.hanse.kernel import board as at
from libs.engines.hanse.kernel.choice import SURE, desk, worths
from libs.engines.hanse.kernel.play import MEANS
from libs.engines.hanse.kernel.worth import Worth
from libs.engines.hanse.packing import Packed, packed
from libs.engines.hanse.seen import Seen
from libs.engines.hanse.strong import Found, Searcher, Task
from libs.engines.hanse.weights import Tables
from libs.engines.port import EngineError, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules.game import FIRST, IllegalMoveError
from libs.rules.hanse import Hanse
from libs.rules.hanse.goods import COUNCIL, NAMES, shuffled_cards
from libs.rules.hanse.knowledge import council_names

SEED_BITS: Final = 63


class HanseEngine:
    """Answers what a seat may be asked by its view; a `Seen` is made of it before anything else.

    `most_samples` bounds the strong opponent's search by work instead of time, so that a seed makes
    its answer repeatable on any machine.
    """

    game = Hanse.key

    def __init__(self, most_samples: int | None = None) -> None:
        self._tables = Tables()
        self._desk = desk()
        self._searcher = Searcher(most_samples)

    def prepare(self) -> None:
        """Compiles every kernel by playing one turn of a made-up round."""
        self.answer(_first_question(), StopFlag())

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """See `Engine.answer`. Raises EngineError for a broken view, and for turns asked about
        that are not legal.
        """
        begun = time.perf_counter()
        seen = Seen.of(question.view, question.seat)
        dice = random.Random(question.seed)  # noqa: S311 (variety, no secret)
        view = packed(seen)
        worth = self._tables.of(view.sums)
        codes, values = self._ranked(view, worth)
        asked = [_asked(turn, codes) for turn in question.considered]
        if question.strength == "strong":
            seed = dice.getrandbits(SEED_BITS)
            task = Task(
                view=view,
                worth=worth,
                codes=codes,
                values=[_points(value) for value in values],
                asked=asked,
                is_decisive=max(seen.seals) + 1 >= seen.seals_to_win,
                is_first_sure=_wins_for_sure(seen, values[0]),
                seed=seed,
            )
            left = question.seconds - (time.perf_counter() - begun)
            found = self._searcher.search(task, left, stop)
        else:
            code = codes[0]
            if question.strength == "easy":
                code = code_of(easy.chosen(seen, sorted(map(text_of, codes)), dice))
            by_code = dict(zip(codes, map(_points, values), strict=True))
            points = [by_code[one] for one in asked]
            found = Found(code, by_code[code], 1, len(codes), (code,), points)
        return _reply(found, time.perf_counter() - begun)

    def _ranked(self, view: Packed, worth: Worth) -> tuple[list[int], list[float]]:
        """All legal turns and their worths, best first."""
        codes = np.zeros(at.MOST_TURNS, np.int64)
        values = np.zeros(at.MOST_TURNS)
        number = worths(view.board, view.sums, worth, self._desk, codes, values)
        order = np.argsort(-values[:number], kind="stable")
        return codes[order].tolist(), values[order].tolist()


def _wins_for_sure(seen: Seen, value: float) -> bool:
    """Whether a turn of that worth ends the match with more points, whatever is hidden."""
    doubt = sum(
        number * (max(values) - mean)
        for number, values, mean in zip(seen.other.council, COUNCIL, MEANS, strict=True)
    )
    return seen.seals[0] + 1 >= seen.seals_to_win and value - SURE > doubt


def _points(value: float) -> float:
    """Worth in points alone: that a turn ends the round had raised or lowered it."""
    if abs(value) < SURE / 2:
        return value
    return value - SURE if value > 0 else value + SURE


def _first_question() -> Question:
    """A made-up round's first turn."""
    rules = Hanse()
    state = rules.setup(rules.options(None, {}))
    names = shuffled_cards()
    dealt: dict[str, Sequence[str | int]] = {"deck": [NAMES[card] for card in names]}
    dealt |= dict(zip(council_names(), COUNCIL, strict=True))
    view = rules.view(rules.deal(state, dealt), FIRST)
    return Question(
        game=rules.key,
        version=rules.version,
        seat=FIRST,
        view=view,
        strength="strong",
        seconds=0.01,
    )


def _asked(turn: str, codes: list[int]) -> int:
    try:
        code = code_of(turn)
    except IllegalMoveError as error:
        raise EngineError(str(error)) from error
    if code not in codes:
        raise EngineError(f"not legal here: {turn!r}")
    return code


def _reply(found: Found, seconds: float) -> Reply:
    return Reply(
        turn=text_of(found.code),
        score=round(found.score, 2),
        depth=found.depth,
        nodes=found.nodes,
        seconds=seconds,
        pv=tuple(text_of(code) for code in found.line),
        considered=tuple(round(value, 2) for value in found.considered),
    )
