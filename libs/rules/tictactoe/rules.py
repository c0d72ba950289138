"""Tic-tac-toe behind the protocol of every game."""

from libs.rules.game import Outcome
from libs.rules.stones.game import StoneGame
from libs.rules.stones.layout import Layout, Placed
from libs.rules.tictactoe import moves
from libs.rules.tictactoe.outcome import judge
from libs.rules.tictactoe.state import BOARD, VARIANTS, Counters, Terms, TicTacToeState


class TicTacToe(StoneGame[Terms, Counters]):
    """Nine squares, marks in turn, three in a line win."""

    key = "tictactoe"
    version = 1
    variants = tuple(VARIANTS.variants)
    table = VARIANTS
    terms_type = Terms
    counters_type = Counters

    def layout(self, terms: Terms) -> Layout:
        """The nine squares."""
        return BOARD

    def judge(self, terms: Terms, placed: Placed, counters: Counters) -> Outcome | None:
        """The outcome after a turn, or None."""
        return judge(placed)

    def counters(self, repeated: int) -> Counters:
        """Nothing is counted."""
        return Counters()

    def repeated(self, counters: Counters) -> int:
        """No position is watched for returning."""
        return 0

    def phase(self, state: TicTacToeState) -> str | None:
        """`placing` to the end."""
        return None if state.outcome else "placing"

    def refusal(self, state: TicTacToeState, turn: str) -> str | None:
        """Why a turn is not legal, as a code."""
        return moves.refusal(state, turn)

    def play(self, state: TicTacToeState, turn: str) -> TicTacToeState:
        """The state after a legal turn. Does not check it."""
        return moves.play(state, turn)

    def all_turns(self, state: TicTacToeState) -> list[str]:
        """All turns before the end, in any order."""
        return moves.all_turns(state)
