"""Compares tables with libs/rules, one position at a time: slow, and sharing no code with them."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec

from libs.engines.tables import texts
from libs.engines.tables.rulesets import RuleSet
from libs.engines.tables.tableset import Known, TableSet, load
from libs.rules.mills import Mills
from libs.rules.mills.board import BOARDS
from libs.rules.mills.state import MillsState

MILLS: Final = Mills()
NO_LIMITS: Final = {
    "no_mill_limit": None,
    "no_capture_limit": None,
    "repetition": None,
    "full_board_draw": False,
}
POINTS: Final = BOARDS["nine"].layout.points
WON: Final = Known("win", 0)
LOST: Final = Known("loss", 0)
OTHER: Final[dict[str, Literal["win", "loss"]]] = {"win": "loss", "loss": "win"}
FAR: Final = 1000
SEED: Final = 4


def state_of(rules: RuleSet, own: Iterable[str], opp: Iterable[str]) -> MillsState:
    """The position with white to move and empty hands, without any draw limit."""
    words = {
        **NO_LIMITS,
        "board": rules.board,
        "flying": rules.is_flying,
        "mill_protection": rules.is_protected,
    }
    text = f"W:{','.join(own)} B:{','.join(opp)} H:0,0 T:white"
    return MILLS.setup_at(MILLS.options("yucata", words), text)


def value_of(tables: TableSet, state: MillsState) -> Known | None:
    """What the rules, or else the tables, know for the seat to act. None: nothing."""
    if state.outcome is not None:
        return WON if state.outcome.winner == state.seat else LOST
    return tables.known(state.stones[state.seat], state.stones[1 - state.seat])


def values_of_turns(tables: TableSet, state: MillsState) -> dict[str, Known] | None:
    """What each legal turn is worth to who plays it. None if a table for one is missing."""
    values: dict[str, Known] = {}
    for turn in MILLS.all_turns(state):
        after = value_of(tables, MILLS.play(state, turn))
        if after is None:
            return None
        values[turn] = (
            after if after.value == "draw" else Known(OTHER[after.value], after.turns + 1)
        )
    return values


def goodness(known: Known) -> int:
    """Fast wins before slow ones, then draws, then slow losses before fast ones."""
    if known.value == "draw":
        return 0
    return FAR - known.turns if known.value == "win" else known.turns - FAR


def check_samples(rules: RuleSet, tables: TableSet, number: int) -> list[str]:
    """Random positions of each table whose value is not the best of their turns', as sentences."""
    dice = random.Random(SEED)  # noqa: S311 - positions to look at, no secret
    faults = []
    for table in tables.contents.tables:
        for _ in range(number):
            points = dice.sample(POINTS, table.own + table.opp)
            state = state_of(rules, points[: table.own], points[table.own :])
            expected, found = naive_value(tables, state), value_of(tables, state)
            if expected is not None and expected != found:
                position = MILLS.position(state)
                faults.append(texts.wrong_value(rules, position, str(expected), str(found)))
    return faults


def naive_value(tables: TableSet, state: MillsState) -> Known | None:
    """The best of all turns, by the rules alone; None if a table for one is missing."""
    if state.outcome is not None:
        return LOST
    values = values_of_turns(tables, state)
    return max(values.values(), key=goodness) if values else None


class Endgame(msgspec.Struct, frozen=True):
    """A position whose value is known: `own` to move against `opp`, hands empty."""

    diagonals: bool
    fly: bool
    own: list[str]
    opp: list[str]
    value: Literal["win", "draw", "loss"]
    win_in_turns: int | None
    value_keeping_turns: list[str]

    @property
    def rules(self) -> RuleSet:
        """Those of its board, with mills protected."""
        return RuleSet("twelve" if self.diagonals else "nine", self.fly, is_protected=True)


class Endgames(msgspec.Struct, frozen=True):
    """A file of positions."""

    positions: list[Endgame]


def check_endgames(path: Path, folder: Path) -> tuple[int, list[str]]:
    """How many positions the tables hold, with every turn's value; what they contradict.

    Raises OSError, TableFileError, msgspec.DecodeError.
    """
    cases = msgspec.json.decode(path.read_bytes(), type=Endgames).positions
    sets = {rules: load(folder, rules) for rules in {case.rules for case in cases}}
    number, faults = 0, []
    for case in cases:
        found = told_of(sets[case.rules], case)
        if found is None:
            continue
        number += 1
        expected = told_by(case)
        if found != expected:
            position = f"{case.own} : {case.opp}"
            faults.append(texts.wrong_value(case.rules, position, str(expected), str(found)))
    return number, faults


Told = tuple[str, int | None, list[str]]


def told_by(case: Endgame) -> Told:
    """Value, turns of a win, and the turns that keep the value, as the case says."""
    return case.value, case.win_in_turns, sorted(case.value_keeping_turns)


def told_of(tables: TableSet, case: Endgame) -> Told | None:
    """The same as the tables say, or None where one is missing."""
    state = state_of(case.rules, case.own, case.opp)
    known, turns = value_of(tables, state), values_of_turns(tables, state)
    if known is None or turns is None:
        return None
    keeping = sorted(turn for turn, value in turns.items() if value.value == known.value)
    return known.value, known.turns if known.value == "win" else None, keeping
