"""Battlehanse behind the protocol of every game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from libs.rules.game import (
    Deal,
    IllegalMoveError,
    Json,
    Options,
    Pause,
    Pending,
    Seat,
    Turn,
    Viewer,
)
from libs.rules.hanse import knowledge
from libs.rules.hanse.goods import COUNCIL, NAMES, shuffled_cards
from libs.rules.hanse.layout import from_view, viewed_table
from libs.rules.hanse.moves import all_turns, refusal
from libs.rules.hanse.notation import read
from libs.rules.hanse.outcome import as_json, ended, settle
from libs.rules.hanse.play import after
from libs.rules.hanse.state import VARIANTS, MatchState, Sheet, Stage, Table, Terms

PAUSE: Final = Pause(ms=20_000)
DEAL: Final = Deal(
    {
        "deck": [NAMES[card] for card in shuffled_cards()],
        **dict(zip(knowledge.council_names(), COUNCIL, strict=True)),
    }
)


class Hanse:
    """A match of rounds for two: cards are dealt, hands and council tokens are hidden."""

    key = "hanse"
    version = 1
    variants = tuple(VARIANTS.variants)

    def options(self, variant: str | None, overrides: Mapping[str, Any]) -> Options:
        """All options of a variant (None: battlehanse). Raises OptionError."""
        return VARIANTS.resolve(variant, overrides)

    def setup(self, options: Options) -> MatchState:
        """The match before its first deal; seat 0 will begin. Takes what `options` returned."""
        return MatchState(msgspec.convert(options, Terms))

    def setup_at(self, options: Options, table: Table, seals: tuple[int, int]) -> MatchState:
        """The match at a table in the middle of a round, `ended` included. Checks nothing."""
        terms = msgspec.convert(options, Terms)
        return settle(MatchState(terms, "turn", 1, seals, table.starter), table)

    def pending(self, state: MatchState) -> Pending:
        """A deal, turns, a pause after each round but the last, the end."""
        match state.stage:
            case "deal":
                return DEAL
            case "turn":
                return Turn(_table(state).seat)
            case "pause":
                return PAUSE
            case "end":
                return ended(state)

    def legal_turns(self, state: MatchState, viewer: Viewer) -> list[str]:
        """All turns of a viewer who is to act, sorted; else none."""
        if state.stage != "turn" or viewer != _table(state).seat:
            return []
        return all_turns(_table(state))

    def check(self, state: MatchState, turn: str) -> None:
        """Raises IllegalMoveError unless `turn` is, letter for letter, a legal turn."""
        if state.stage != "turn":
            raise IllegalMoveError("game_over" if state.stage == "end" else "between_rounds", turn)
        code = refusal(_table(state), read(turn))
        if code is not None:
            raise IllegalMoveError(code, turn)

    def play(self, state: MatchState, turn: str) -> MatchState:
        """The state after a legal turn. Does not check it."""
        table = after(_table(state), read(turn), state.terms.standstill_limit)
        return _turned(settle(state, table), turn)

    def deal(self, state: MatchState, dealt: Mapping[str, Sequence[str | int]]) -> MatchState:
        """The next round's table, made of the items of the Deal in their order."""
        return _with_round(state, knowledge.dealt_table(dealt, state.starter))

    def reshuffle(self, state: MatchState) -> Deal | None:
        """The draw pile and the council tokens that are left; None between rounds."""
        return Deal(knowledge.hidden_items(_table(state))) if state.stage == "turn" else None

    def reshuffled(self, state: MatchState, dealt: Mapping[str, Sequence[str | int]]) -> MatchState:
        """They lie in another order; hands, and what is known of them, are as they were."""
        return msgspec.structs.replace(state, table=knowledge.reordered(_table(state), dealt))

    def resume(self, state: MatchState) -> MatchState:
        """The next deal is due. No view changes."""
        return msgspec.structs.replace(state, stage="deal")

    def view(self, state: MatchState, viewer: Viewer) -> Json:
        """What the viewer may know; between rounds the last table stays on show."""
        return {
            "game": self.key,
            "version": self.version,
            "options": msgspec.to_builtins(state.terms),
            "round": state.round,
            "seals": list(state.seals),
            "starter": state.starter,
            "seat": _table(state).seat if state.stage == "turn" else None,
            "ply": state.ply,
            "last": state.last,
            "table": viewed_table(state, viewer),
            "rounds": [as_json(sheet) for sheet in state.sheets],
            "result": msgspec.to_builtins(ended(state).outcome) if state.stage == "end" else None,
        }

    def shown(self, state: MatchState, turn: str, viewer: Viewer) -> Json:
        """`refill`, `council` to its owner; at a round's end `won_council`, at the last `hands`."""
        return knowledge.learnt(state, read(turn), self.play(state, turn), viewer)

    def shown_deal(
        self, state: MatchState, dealt: Mapping[str, Sequence[str | int]], viewer: Viewer
    ) -> Json:
        """`market`, `stables`, and to a seat its own `hand`."""
        return knowledge.learnt_deal(self.deal(state, dealt), viewer)

    def follow(self, view: Json, viewer: Viewer, turn: str, shown: Json) -> Json:
        """The viewer's view after a turn: the same rules, played with what the viewer knows."""
        state = _from_view(view, "turn")
        return self.view(_turned(knowledge.followed(state, read(turn), shown), turn), viewer)

    def follow_deal(self, view: Json, viewer: Viewer, shown: Json) -> Json:
        """The viewer's view after a deal."""
        state = _from_view(view, "deal")
        table = knowledge.blank_deal(viewer, state.starter, shown)
        return self.view(_with_round(state, table), viewer)

    def has_secrets(self) -> bool:
        """True: hands and council tokens differ by viewer."""
        return True


def _table(state: MatchState) -> Table:
    if state.table is None:
        raise ValueError("no round has been dealt")
    return state.table


def _turned(state: MatchState, turn: str) -> MatchState:
    return msgspec.structs.replace(state, ply=state.ply + 1, last=turn)


def _with_round(state: MatchState, table: Table) -> MatchState:
    return msgspec.structs.replace(state, stage="turn", round=state.round + 1, table=table)


def _from_view(view: Json, stage: Stage) -> MatchState:
    return MatchState(
        terms=msgspec.convert(view["options"], Terms),
        stage=stage,
        round=view["round"],
        seals=(view["seals"][0], view["seals"][1]),
        starter=Seat(view["starter"]),
        table=None if view["table"] is None else from_view(view["table"]),
        sheets=msgspec.convert(view["rounds"], tuple[Sheet, ...]),
        ply=view["ply"],
        last=view["last"],
    )
