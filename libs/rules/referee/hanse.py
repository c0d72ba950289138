"""The referee's words for Battlehanse: a request is one round."""

from typing import Any

from libs.rules.game import Json, Turn, Viewer
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.layout import viewed_table, whole_table
from libs.rules.hanse.outcome import as_json
from libs.rules.hanse.position import TableError, read_setup, read_table
from libs.rules.referee.request import Request, RequestError


class HanseAdapter:
    """Battlehanse for the referee."""

    def __init__(self, rules: Hanse) -> None:
        self.rules = rules

    def start(self, request: Request) -> MatchState:
        """The round of the setup or the position. Raises OptionError, RequestError."""
        options = self.rules.options(request.variant, request.options)
        if (request.setup is None) == (request.position is None):
            raise RequestError("hanse needs a 'setup' or a 'position'")
        try:
            if request.position is None:
                return self.rules.setup_at(options, read_setup(request.setup), (0, 0))
            table, seals = read_table(
                request.position, options["seals"], options["standstill_limit"]
            )
        except TableError as error:
            raise RequestError(str(error)) from error
        return self.rules.setup_at(options, table, seals)

    def legal(self, state: MatchState, viewer: Viewer | None) -> list[str]:
        """All turns of the seat to act, for itself and for the referee."""
        pending = self.rules.pending(state)
        if not isinstance(pending, Turn):
            return []
        return self.rules.legal_turns(state, pending.seat if viewer is None else viewer)

    def check(self, state: MatchState, turn: str) -> None:
        """Raises IllegalMoveError unless the turn is legal."""
        self.rules.check(state, turn)

    def play(self, state: MatchState, turn: str) -> MatchState:
        """The state after a legal turn."""
        return self.rules.play(state, turn)

    def describe(self, state: MatchState, viewer: Viewer | None) -> dict[str, Any]:
        """Whose turn, the table as far as the viewer may know it, and how the round ended."""
        pending = self.rules.pending(state)
        return {
            "turn": pending.seat if isinstance(pending, Turn) else None,
            "phase": None,
            "position": self._position(state, viewer),
            "result": as_json(state.sheets[-1]) if state.sheets else None,
        }

    def _position(self, state: MatchState, viewer: Viewer | None) -> Json:
        """The table, with the seals that the round began with."""
        if state.table is None:
            raise ValueError("a request always has a table")
        seals = list(state.seals)
        for sheet in state.sheets:
            if sheet.winner is not None:
                seals[sheet.winner] -= 1
        table = whole_table(state.table) if viewer is None else viewed_table(state, viewer)
        return {**(table or {}), "seals": seals}
