"""Frames of the waiting room: JSON of people, lines and offers is made once and put together."""

from collections.abc import Collection, Iterable
from typing import Final

from libs.contracts.client_out import (
    ChatErased,
    ChatLines,
    ChatSaid,
    LobbyChanges,
    StandingNow,
)
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import ChatLine, PersonHere, Place, Standing
from libs.contracts.matchmaking import SeekView
from services.gateway.decider.refusals import encode

NOBODY: Final[frozenset[PlayerId]] = frozenset()

Entry = PersonHere | ChatLine | SeekView


def of_whom(entry: Entry) -> PlayerId:
    """Whose entry, line or offer it is."""
    return entry.host.player if isinstance(entry, SeekView) else entry.player


def seen(entries: Iterable[Entry], hidden: Collection[PlayerId]) -> list[Entry]:
    """Without those of hidden people."""
    return [entry for entry in entries if of_whom(entry) not in hidden]


def whole(people: Iterable[bytes], lines: Iterable[bytes], seeks: Iterable[bytes]) -> bytes:
    """The room whole (`Lobby`), of entries that are JSON already."""
    return b'{"t":"lobby","people":[%b],"lines":[%b],"seeks":[%b]}' % (
        b",".join(people),
        b",".join(lines),
        b",".join(seeks),
    )


def changes(changed: LobbyChanges, hidden: Collection[PlayerId] = NOBODY) -> bytes | None:
    """What has changed, as somebody sees it; None if there is nothing to see."""
    if hidden:
        changed = LobbyChanges(
            [person for person in changed.people if person.player not in hidden],
            [player for player in changed.gone if player not in hidden],
            [seek for seek in changed.seeks if seek.host.player not in hidden],
            changed.seeks_gone,
        )
    if changed.people or changed.gone or changed.seeks or changed.seeks_gone:
        return encode(changed)
    return None


def said(place: Place, game: GameId | None, line: ChatLine) -> bytes:
    """One more line."""
    return encode(ChatSaid(place, line, game))


def table(game: GameId, place: Place, lines: list[ChatLine]) -> bytes:
    """What was said at a table."""
    return encode(ChatLines(game, place, lines))


def erased(numbers: list[int]) -> bytes:
    """Lines that are gone."""
    return encode(ChatErased(numbers))


def standing(of: Standing) -> bytes:
    """One's own standing."""
    return encode(StandingNow(of))
