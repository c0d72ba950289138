"""A finished game as a text file, by its record: the turns that stand, its deals, its clocks."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from libs.contracts.archive import GameSummary, TextFile
from libs.contracts.games import (
    Dealt,
    GameEnded,
    GameStarted,
    GameTerms,
    Reshuffled,
    SeatInfo,
    TurnPlayed,
    TurnsTakenBack,
)
from libs.contracts.ids import PlayerId, bot_strength, is_bot
from libs.rules import gametext
from libs.rules.game import Outcome, Seat
from libs.rules.gametext.record import DRAWN, UNFINISHED, Result, result_of

DELETED: Final = "deleted"
NOT_PLAYED_OUT: Final = ("left", "brake")
"""Reasons of ends that are not a draw when nobody has won."""

Names = Mapping[PlayerId, str | None]
Order = dict[str, tuple[str | int, ...]]
Known = GameStarted | Dealt | TurnPlayed | TurnsTakenBack | Reshuffled | GameEnded


class _Event(msgspec.Struct, frozen=True):
    version: int
    type: str
    data: msgspec.Raw


class Record(msgspec.Struct, frozen=True):
    """A `GameRecord` whose events are not read yet."""

    summary: GameSummary
    events: list[_Event]


read_record = msgspec.json.Decoder(Record).decode
_KINDS: Final[tuple[type[msgspec.Struct], ...]] = (
    GameStarted,
    Dealt,
    TurnPlayed,
    TurnsTakenBack,
    Reshuffled,
    GameEnded,
)
_DECODERS: Final[Mapping[str, msgspec.json.Decoder[Any]]] = {
    str(kind.__struct_config__.tag): msgspec.json.Decoder(kind) for kind in _KINDS
}
"""All that a text tells of; of other events it says nothing."""


def people_of(record: Record) -> list[PlayerId]:
    """Whose names are to be asked for."""
    return [seat.player for seat in record.summary.seats if not is_bot(seat.player)]


def text_of(record: Record, names: Names) -> TextFile:
    """The file. A person without a name among `names` is written as deleted."""
    summary = record.summary
    terms, day = summary.terms, _day(summary.started_at_ms)
    facts = [
        (event.version, _DECODERS[event.type].decode(event.data))
        for event in record.events
        if event.type in _DECODERS
    ]
    first, second = (_name(seat, names) for seat in summary.seats)
    started: GameStarted = facts[0][1]
    text = gametext.format_game(
        gametext.GameRecord(
            game=terms.game,
            version=started.rules_version,
            variant=terms.variant,
            options=terms.options,
            players=(first, second),
            entries=tuple(_standing(facts, is_timed=terms.time.is_timed())),
            result=_result(summary.winner, summary.reason),
            termination=summary.reason,
            date=day,
            time_control=_time_control(terms),
            is_rated=terms.kind == "rated",
        )
    )
    return TextFile(f"{day}-{terms.game}-{summary.game}.txt", text)


def _result(winner: int | None, reason: str | None) -> Result:
    """Two at one device may have stopped, or never come back: that is no draw."""
    if winner is None:
        return UNFINISHED if reason in NOT_PLAYED_OUT else DRAWN
    return result_of(Outcome(Seat(winner), ""))


def _name(seat: SeatInfo, names: Names) -> str:
    if is_bot(seat.player):
        return f"Computer ({bot_strength(seat.player)})"
    return names.get(seat.player) or DELETED


def _day(at_ms: int) -> str:
    """By UTC."""
    return datetime.fromtimestamp(at_ms / 1_000, UTC).date().isoformat()


def _time_control(terms: GameTerms) -> tuple[int, int] | None:
    base_ms, increment_ms = terms.time.base_ms, terms.time.increment_ms
    return None if base_ms is None else (base_ms // 1_000, increment_ms // 1_000)


Entry = gametext.Played | gametext.Dealt


def _standing(facts: list[tuple[int, Known]], *, is_timed: bool) -> Iterator[Entry]:
    """What was dealt and played and not taken back, in order.

    A deal is told as it came to be played: with what was shuffled anew in its new order.
    """
    secrets = iter(_secrets(facts))
    line: list[tuple[int, Entry]] = []
    for version, fact in facts:
        match fact:
            case Dealt():
                line.append((version, gametext.Dealt(next(secrets))))
            case TurnPlayed(seat, turn, clock):
                left_ms = clock.remaining_ms[seat] if is_timed else None
                line.append((version, gametext.Played(turn, left_ms)))
            case TurnsTakenBack(to=to):
                line = [entry for entry in line if entry[0] <= to]
            case Reshuffled():
                _shuffle_anew(line, next(secrets))
            case _:
                pass
    return (entry for _, entry in line)


def _shuffle_anew(line: list[tuple[int, Entry]], order: Order) -> None:
    """The last deal gets another end: what is left of its piles, in that order."""
    for place in reversed(range(len(line))):
        version, entry = line[place]
        if isinstance(entry, gametext.Dealt):
            line[place] = (version, entry.with_end(order))
            return


def _secrets(facts: list[tuple[int, Known]]) -> Iterator[Order]:
    """The orders of all deals and reshuffles, which are secret until the end."""
    for _, fact in facts:
        if isinstance(fact, GameEnded):
            for secret in fact.deal_secrets:
                yield {name: tuple(items) for name, items in secret["dealt"].items()}
