"""Turns of tic-tac-toe: any free point."""

from libs.rules.game import Seat
from libs.rules.stones.layout import Placed
from libs.rules.stones.seen import NOTHING_SEEN
from libs.rules.stones.square import ALL_POINTS
from libs.rules.stones.state import State, moved
from libs.rules.tictactoe.notation import NOTATION
from libs.rules.tictactoe.outcome import judge
from libs.rules.tictactoe.state import BOARD, TicTacToeState


def refusal(state: TicTacToeState, turn: str) -> str | None:
    """Why a turn is not legal, or None."""
    taken = (state.stones[0] | state.stones[1]) >> NOTATION.read(turn).target & 1
    return "point_occupied" if taken else None


def all_turns(state: TicTacToeState) -> list[str]:
    """All turns of the side to act."""
    return BOARD.names(ALL_POINTS & ~(state.stones[0] | state.stones[1]))


def play(state: TicTacToeState, turn: str) -> TicTacToeState:
    """The state after a legal turn; does not check that it is one."""
    own, other = moved(state.stones[state.seat], NOTATION.read(turn)), state.stones[1 - state.seat]
    stones = (own, other) if state.seat == 0 else (other, own)
    placed = Placed(stones, state.hands, Seat(1 - state.seat))
    ply, counters = state.ply + 1, state.counters
    return State(state.terms, *placed, ply, turn, counters, NOTHING_SEEN, judge(placed))
