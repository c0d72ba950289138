"""Scoring a round, and when a match is won."""

import msgspec

from libs.rules.game import Ended, Json, Outcome, Seat
from libs.rules.hanse.goods import HORSE, STABLE_VALUE
from libs.rules.hanse.state import MatchState, Score, Sheet, Table


def settle(state: MatchState, table: Table) -> MatchState:
    """The match with its table after a turn: the round goes on, or is scored."""
    if table.ended is None:
        return msgspec.structs.replace(state, table=table)
    sheet = scored(table, table.ended)
    seals = tuple(n + (seat == sheet.winner) for seat, n in enumerate(state.seals))
    is_over = sheet.winner is not None and seals[sheet.winner] >= state.terms.seals
    return msgspec.structs.replace(
        state,
        stage="end" if is_over else "pause",
        seals=seals,
        starter=sheet.next_starter,
        table=table,
        sheets=(*state.sheets, sheet),
    )


def scored(table: Table, reason: str) -> Sheet:
    """The score sheet of a round whose council tokens are all seen."""
    first, second = _score(table, Seat(0)), _score(table, Seat(1))
    winner = _winner(first, second)
    waits = table.starter if winner is None else winner
    return Sheet(
        winner=winner,
        reason=reason,
        scores=(first.total, second.total),
        sheet=(first, second),
        next_starter=Seat(1 - waits),
    )


def _score(table: Table, seat: Seat) -> Score:
    horses = [holding[HORSE] for holding in table.holdings]
    won, council = table.won[seat], table.won_council[seat]
    return Score(
        goods=sum(value for _, value in won),
        council=sum(value for _, value in council if value is not None),
        stable=STABLE_VALUE if horses[seat] > horses[1 - seat] else 0,
        goods_count=len(won),
        council_count=len(council),
    )


def _winner(first: Score, second: Score) -> Seat | None:
    """More points, else more council tokens, else more goods tokens, else nobody."""
    one = (first.total, first.council_count, first.goods_count)
    other = (second.total, second.council_count, second.goods_count)
    return None if one == other else Seat(0 if one > other else 1)


def as_json(sheet: Sheet) -> dict[str, Json]:
    """A score sheet as plain JSON."""
    return {
        "winner": sheet.winner,
        "reason": sheet.reason,
        "scores": list(sheet.scores),
        "sheet": [msgspec.to_builtins(score) for score in sheet.sheet],
        "next_starter": sheet.next_starter,
    }


def ended(state: MatchState) -> Ended:
    """The end of a match, with its seals and all score sheets."""
    details = {
        "seals": list(state.seals),
        "rounds": [as_json(sheet) for sheet in state.sheets],
    }
    return Ended(Outcome(state.sheets[-1].winner, "seals", details))
