"""Mühle behind `Engine`: three strengths of one search."""

import os
from random import Random
from time import perf_counter
from typing import Final

from libs.engines.mills import layout
from libs.engines.mills.choosing import Choice, Options, choose_strongly, choose_weakly
from libs.engines.mills.memory import Memory
from libs.engines.mills.position import Position, from_text, read, to_text
from libs.engines.mills.thinking import legal
from libs.engines.port import WON, EngineError, Question, Reply
from libs.engines.stopping import StopFlag
from libs.engines.tables.folder import folder_of
from libs.engines.tables.rulesets import PLAYED, RULE_SETS, RuleSet
from libs.engines.tables.tableset import NO_TABLES, OpenTables
from libs.rules.mills.state import Terms

MARGIN_SECONDS: Final = 0.005
"""Kept back of the time for starting and for writing the answer."""


class MillsEngine:
    """Searches one position at a time; keeps what it has found for the next one."""

    game = "mills"

    def __init__(self) -> None:
        self._memory = Memory()
        self._tables = OpenTables(folder_of(os.environ))

    def prepare(self) -> None:
        """Opens the tables of the named variants; importing this module compiled the kernels."""
        for name in PLAYED:
            self._tables.of(RULE_SETS[name])

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """The turn to play. Raises EngineError."""
        begun = perf_counter()
        position = read(question)
        with stop.within(question.seconds - MARGIN_SECONDS):
            self._memory.begin(position, stop)
            try:
                choice = self._chosen(question, position)
            finally:
                self._memory.end()
        found = choice.found
        return Reply(
            turn=to_text(found.turn),
            score=in_stones(found.score),
            depth=found.depth,
            nodes=int(self._memory.words[layout.NODES]),
            seconds=perf_counter() - begun,
            pv=tuple(to_text(turn) for turn in found.line),
            exact=choice.exact,
            considered=tuple(in_stones(value) for value in choice.values),
        )

    def _chosen(self, question: Question, position: Position) -> Choice:
        memory, dice = self._memory, Random(question.seed)  # noqa: S311 (variety, no secret)
        turns = legal(memory, position)
        if not turns:
            raise EngineError("nobody has a turn there")
        asked = [from_text(text) for text in question.considered]
        if not set(asked) <= set(turns):
            raise EngineError(f"no legal turns: {question.considered}")
        options = Options(turns, asked)
        if question.strength == "strong":
            rules = rules_of(position.terms)
            memory.use_tables(self._tables.of(rules) if question.tables else NO_TABLES)
            if question.seed is not None:
                memory.forget()
            return choose_strongly(memory, position, options, dice)
        return choose_weakly(memory, position, options, question.strength, dice)


def rules_of(terms: Terms) -> RuleSet:
    """What these terms have to do with tables."""
    return RuleSet(terms.board, terms.flying, terms.mill_protection)


def in_stones(score: int) -> float:
    """A score of the search in the unit of replies."""
    if score > layout.SURE:
        return WON - (layout.MATE - score)
    if score < -layout.SURE:
        return -WON + (layout.MATE + score)
    return score / layout.STONE
