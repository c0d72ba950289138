"""Three Men's Morris behind the protocol of every game."""

from libs.rules.game import Outcome
from libs.rules.stones.layout import Placed
from libs.rules.stones.progress import ProgressCounters, ProgressGame, ProgressState, ProgressTerms
from libs.rules.three import moves
from libs.rules.three.board import BOARD
from libs.rules.three.notation import NOTATION
from libs.rules.three.outcome import judge


class Three(ProgressGame):
    """Three stones a side, a line of three wins."""

    key = "three"
    board = BOARD
    notation = NOTATION

    def judge(
        self, terms: ProgressTerms, placed: Placed, counters: ProgressCounters
    ) -> Outcome | None:
        """The outcome after a complete turn, or None."""
        return judge(terms, placed, counters)

    def refusal(self, state: ProgressState, turn: str) -> str | None:
        """Why a turn is not legal, as a code."""
        return moves.refusal(state, turn)

    def all_turns(self, state: ProgressState) -> list[str]:
        """All turns before the end, in any order."""
        return moves.all_turns(state)
