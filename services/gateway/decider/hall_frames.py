"""Frames of the waiting room: JSON of people, lines and offers is made once and put together."""

from collections.abc import Collection, Iterable, Mapping

from libs.contracts.client_out import (
    ChatErased,
    ChatLines,
    ChatSaid,
    LobbyChanges,
    StandingNow,
)
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import ChatLine, PersonHere, Place, Standing
from libs.contracts.lobby_messages import ErasedLine
from libs.contracts.matchmaking import SeekView
from services.gateway.decider.acquaintances import NOBODY
from services.gateway.decider.refusals import encode

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


def changes(changed: LobbyChanges) -> bytes | None:
    """What has changed; None if there is nothing."""
    if changed.people or changed.gone or changed.seeks or changed.seeks_gone:
        return encode(changed)
    return None


def said(place: Place, game: GameId | None, line: ChatLine) -> bytes:
    """One more line."""
    return encode(ChatSaid(place, line, game))


def table(game: GameId, place: Place, lines: list[ChatLine]) -> bytes:
    """What was said at a table."""
    return encode(ChatLines(game, place, lines))


def erased(
    lines: Iterable[ChatLine | ErasedLine], hidden: Mapping[PlayerId, int] = NOBODY
) -> bytes | None:
    """Lines that are gone, as far as somebody has seen them; None if there are none."""
    numbers = [line.n for line in lines if line.n <= hidden.get(line.player, line.n)]
    return encode(ChatErased(numbers)) if numbers else None


def standing(of: Standing) -> bytes:
    """One's own standing."""
    return encode(StandingNow(of))
