"""Mühle behind the protocol of every game."""

from libs.rules.game import Outcome
from libs.rules.mills import moves
from libs.rules.mills.board import BOARDS
from libs.rules.mills.outcome import judge
from libs.rules.mills.state import VARIANTS, Counters, MillsState, Terms, may_fly
from libs.rules.stones.game import StoneGame
from libs.rules.stones.layout import Layout, Placed


class Mills(StoneGame[Terms, Counters]):
    """Nine Men's Morris with its four variants, on the board of nine and of twelve stones."""

    key = "mills"
    version = 1
    variants = tuple(VARIANTS.variants)
    table = VARIANTS
    terms_type = Terms
    counters_type = Counters

    def layout(self, terms: Terms) -> Layout:
        """The points, and how many stones there are."""
        return BOARDS[terms.board].layout

    def judge(self, terms: Terms, placed: Placed, counters: Counters) -> Outcome | None:
        """The outcome after a complete turn, or None."""
        return judge(terms, placed, counters)

    def counters(self, repeated: int) -> Counters:
        """The counters at a start."""
        return Counters(repeated=repeated)

    def repeated(self, counters: Counters) -> int:
        """How often the present position has stood."""
        return counters.repeated

    def phase(self, state: MillsState) -> str | None:
        """`placing`, `moving` or `flying` of the side to act; None after the end."""
        phase = super().phase(state)
        is_flying = phase == "moving" and may_fly(state.terms, state.placed)
        return "flying" if is_flying else phase

    def refusal(self, state: MillsState, turn: str) -> str | None:
        """Why a turn is not legal before the end, as a code."""
        return moves.refusal(state, turn)

    def play(self, state: MillsState, turn: str) -> MillsState:
        """The state after a legal turn. Does not check it."""
        return moves.play(state, turn)

    def all_turns(self, state: MillsState) -> list[str]:
        """All complete turns before the end, in any order."""
        return moves.all_turns(state)
