"""Questions about states of Mühle, answered in this process."""

from typing import Any, Final

from libs.engines.mills import MillsEngine
from libs.engines.port import Reply
from libs.engines.stopping import StopFlag
from libs.rules.mills import Mills, MillsState
from tests.contract.engines.mills.counting import question

MILLS: Final = Mills()
LIMITS_OFF: Final[dict[str, Any]] = {
    "no_mill_limit": None,
    "no_capture_limit": None,
    "repetition": None,
}


def at(text: str, variant: str = "battlemills-9", **overrides: Any) -> MillsState:
    """The state at a position text."""
    return MILLS.setup_at(MILLS.options(variant, overrides), text)


def ask(engine: MillsEngine, state: MillsState, **more: Any) -> Reply:
    """The answer for the seat to act; without tables unless they are asked for."""
    return engine.answer(question(state, **{"tables": False, **more}), StopFlag())


def assert_line_is_legal(state: MillsState, reply: Reply) -> None:
    """The turn heads the line, and every turn of the line is legal."""
    assert reply.pv[0] == reply.turn
    for turn in reply.pv:
        MILLS.check(state, turn)
        state = MILLS.play(state, turn)
