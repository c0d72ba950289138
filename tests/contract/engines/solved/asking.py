"""Questions to an engine about a state, and a second opinion: plain minimax over the rules."""

from collections.abc import Sequence
from typing import Any

from libs.engines.port import Engine, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules.game import Ended, Rules, Turn
from libs.rules.strength import Strength

WITHOUT_LIMITS = {"no_progress_limit": None, "repetition": None}


def ask(
    engine: Engine,
    rules: Rules[Any],
    state: Any,
    *,
    strength: Strength = "strong",
    seed: int | None = 1,
    considered: Sequence[str] = (),
) -> Reply:
    """The engine's answer for the seat to act."""
    pending = rules.pending(state)
    assert isinstance(pending, Turn)
    question = Question(
        game=rules.key,
        version=rules.version,
        seat=pending.seat,
        view=rules.view(state, pending.seat),
        strength=strength,
        seconds=1.0,
        seed=seed,
        considered=tuple(considered),
    )
    return engine.answer(question, StopFlag())


def result_for_mover(rules: Rules[Any], state: Any, seat: int) -> int | None:
    """1, 0 or -1 for `seat` when the game has ended, else None."""
    pending = rules.pending(state)
    if not isinstance(pending, Ended):
        return None
    winner = pending.outcome.winner
    return 0 if winner is None else 1 if winner == seat else -1


def minimax(rules: Rules[Any], state: Any) -> int:
    """The value for the side to act by trying everything, history included."""
    pending = rules.pending(state)
    assert isinstance(pending, Turn)
    best = -1
    for turn in rules.legal_turns(state, pending.seat):
        after = rules.play(state, turn)
        value = result_for_mover(rules, after, pending.seat)
        best = max(best, -minimax(rules, after) if value is None else value)
        if best == 1:
            break
    return best
