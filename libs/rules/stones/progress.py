"""Games of stones whose only draws are repetition and too long without a placement or capture."""

from typing import Final

import msgspec

from libs.rules.game import Outcome
from libs.rules.options import Limit, VariantTable
from libs.rules.stones.game import StoneGame
from libs.rules.stones.layout import Layout
from libs.rules.stones.notation import Notation
from libs.rules.stones.seen import NOTHING_SEEN
from libs.rules.stones.state import State, after, history, is_final

LITTLE_TABLE: Final = VariantTable(
    kinds={"no_progress_limit": Limit(), "repetition": Limit(least=2)},
    variants={"little-table": {"no_progress_limit": 120, "repetition": 3}},
    default="little-table",
)


class ProgressTerms(msgspec.Struct, frozen=True):
    """The options of one game; None is off."""

    no_progress_limit: int | None
    repetition: int | None


class ProgressCounters(msgspec.Struct, frozen=True):
    """Turns of both sides since a placement or capture; how often this position stood."""

    since_progress: int = 0
    repeated: int = 0


ProgressState = State[ProgressTerms, ProgressCounters]


def drawn(terms: ProgressTerms, counters: ProgressCounters) -> Outcome | None:
    """The draw by repetition, else the one for want of progress, else None."""
    if terms.repetition is not None and counters.repeated >= terms.repetition:
        return Outcome(None, "repetition")
    limit = terms.no_progress_limit
    if limit is not None and counters.since_progress >= limit:
        return Outcome(None, "no_progress")
    return None


class ProgressGame(StoneGame[ProgressTerms, ProgressCounters]):
    """A game with these draws and one board; it adds refusals, turns and its own ends."""

    version = 1
    variants = tuple(LITTLE_TABLE.variants)
    table = LITTLE_TABLE
    terms_type = ProgressTerms
    counters_type = ProgressCounters
    board: Layout
    notation: Notation

    def layout(self, terms: ProgressTerms) -> Layout:
        """The points, and how many stones there are."""
        return self.board

    def counters(self, repeated: int) -> ProgressCounters:
        """The counters at a start."""
        return ProgressCounters(repeated=repeated)

    def repeated(self, counters: ProgressCounters) -> int:
        """How often the present position has stood."""
        return counters.repeated

    def play(self, state: ProgressState, turn: str) -> ProgressState:
        """The state after a legal turn. Does not check it."""
        step, terms = self.notation.read(turn), state.terms
        placed, is_reset = after(state, step), is_final(step)
        seen = history(terms, placed, NOTHING_SEEN if is_reset else state.seen)
        since = 0 if is_reset else state.counters.since_progress + 1
        counters = ProgressCounters(since, seen.latest)
        outcome = self.judge(terms, placed, counters)
        return State(terms, *placed, state.ply + 1, turn, counters, seen, outcome)
