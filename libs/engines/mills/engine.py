"""Mühle behind `Engine`: three strengths of one search."""

import logging
import os
from random import Random
from time import perf_counter
from typing import Final

from libs.engines.mills import layout
from libs.engines.mills.endgame import Endgame, line_of, look_up, trickiest
from libs.engines.mills.memory import Memory
from libs.engines.mills.position import Position, from_text, read, to_text
from libs.engines.mills.thinking import Found, legal, think
from libs.engines.port import WON, EngineError, Exact, Question, Reply
from libs.engines.stopping import StopFlag
from libs.engines.tables.files import TableFileError
from libs.engines.tables.folder import folder_of
from libs.engines.tables.rulesets import RuleSet
from libs.engines.tables.tableset import NO_TABLES, TableSet, load
from libs.rules.mills.state import Terms

_LOG: Final = logging.getLogger(__name__)

MARGIN_SECONDS: Final = 0.005
"""Kept back of the time for starting and for writing the answer."""
MEDIUM_PLIES: Final = 3
MEDIUM_LIKING: Final = 9
"""Medium does not tell turns apart whose scores are closer than this (100 a stone)."""
EASY_NOTICES: Final = 0.2
"""The share of its turns that easy sees at all; of these it takes the best at first sight."""
OPENING_LIKING: Final = 12
OPENING_STONES: Final = 5
"""While fewer stones stand, strong takes any turn within OPENING_LIKING of the best."""

Answer = tuple[Found, Exact | None, tuple[float, ...]]


class MillsEngine:
    """Searches one position at a time; keeps what it has found for the next one."""

    game = "mills"

    def __init__(self) -> None:
        self._memory = Memory()
        self._opened: dict[RuleSet, TableSet] = {}

    def prepare(self) -> None:
        """Loads or compiles the kernels: their signatures are fixed, so importing them did it."""

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """The turn to play. Raises EngineError."""
        begun = perf_counter()
        position = read(question)
        with stop.within(question.seconds - MARGIN_SECONDS):
            self._memory.begin(position, stop)
            try:
                found, exact, considered = self._found(question, position)
            finally:
                self._memory.end()
        return Reply(
            turn=to_text(found.turn),
            score=in_stones(found.score),
            depth=found.depth,
            nodes=int(self._memory.words[layout.NODES]),
            seconds=perf_counter() - begun,
            pv=tuple(to_text(turn) for turn in found.line),
            exact=exact,
            considered=considered,
        )

    def _tables(self, terms: Terms) -> TableSet:
        """The tables for these rules, opened once; none if they are missing or broken."""
        rules = RuleSet(terms.board, terms.flying, terms.mill_protection)
        if rules not in self._opened:
            try:
                self._opened[rules] = load(folder_of(os.environ), rules)
            except (TableFileError, OSError) as error:
                _LOG.warning("endgame tables are left out: %s", error)
                self._opened[rules] = NO_TABLES
        return self._opened[rules]

    def _found(self, question: Question, position: Position) -> Answer:
        turns = legal(self._memory, position)
        if not turns:
            raise EngineError("nobody has a turn there")
        asked = [from_text(text) for text in question.considered]
        if not set(asked) <= set(turns):
            raise EngineError(f"no legal turns: {question.considered}")
        self._memory.use_tables(self._tables(position.terms) if question.tables else NO_TABLES)
        dice = Random(question.seed)  # noqa: S311 (variety, no secret)
        endgame = look_up(self._memory, position, turns)
        if question.strength == "strong":
            if question.seed is not None:
                self._memory.forget()
            found = self._strong(position, turns, endgame, dice)
        else:
            self._memory.use_shallow()
            found = self._weaker(question, position, turns, dice)
        values = [self._value(position, turn, endgame) for turn in asked]
        return found, endgame.exact, tuple(in_stones(value) for value in values)

    def _value(self, position: Position, turn: int, endgame: Endgame) -> int:
        score = endgame.scores.get(turn)
        return think(self._memory, position, [turn]).score if score is None else score

    def _strong(
        self, position: Position, turns: list[int], endgame: Endgame, dice: Random
    ) -> Found:
        best = endgame.best()
        if not best:
            return self._searched(position, turns, dice)
        score = endgame.scores[best[0]]
        if score:
            turn = dice.choice(best)
            line = line_of(self._memory, position, turn)
            return Found(turn, score, len(line), line)
        best = trickiest(self._memory, position, best)
        return think(self._memory, position, best)._replace(score=0)

    def _searched(self, position: Position, turns: list[int], dice: Random) -> Found:
        if position.stones >= OPENING_STONES:
            return think(self._memory, position, turns)
        liking = [dice.randrange(OPENING_LIKING) for _ in turns]
        return think(self._memory, position, turns, liking=liking)

    def _weaker(
        self, question: Question, position: Position, turns: list[int], dice: Random
    ) -> Found:
        if question.strength == "medium":
            liking = [dice.randrange(MEDIUM_LIKING) for _ in turns]
            return think(self._memory, position, turns, deepest=MEDIUM_PLIES, liking=liking)
        noticed = [turn for turn in turns if dice.random() < EASY_NOTICES] or [dice.choice(turns)]
        return think(self._memory, position, noticed, deepest=1)


def in_stones(score: int) -> float:
    """A score of the search in the unit of replies."""
    if score > layout.SURE:
        return WON - (layout.MATE - score)
    if score < -layout.SURE:
        return -WON + (layout.MATE + score)
    return score / layout.STONE
