"""Questions about rooms: to the owner of one, and `query.matchmaking` (msgpack, tagged)."""

import msgspec

from libs.contracts.ids import CommandId, PlayerId, RoomId
from libs.contracts.matchmaking.terms import RoomTerms


class RoomAsSeen(msgspec.Struct, frozen=True, tag="room_as_seen"):
    """Answer: `RoomView` (JSON)."""

    room: RoomId


RoomQuery = RoomAsSeen


# ---- `query.matchmaking` (msgpack, tagged): any instance answers ------------------------------


class OpenSeeks(msgspec.Struct, frozen=True, tag="open_seeks"):
    """Answer: list of `SeekView` (JSON), oldest first."""


class MailboxOf(msgspec.Struct, frozen=True, tag="mailbox_of"):
    """Answer: `Mailbox` (JSON)."""

    player: PlayerId


class FindOpponent(msgspec.Struct, frozen=True, tag="find_opponent"):
    """For a quick game on these terms, without those who have just declined.

    Answer: `Opponent` (msgpack). Refused: `banned`, `already_playing` with the
    `player` and the `game`, and what is wrong with the terms.
    """

    player: PlayerId
    is_guest: bool
    terms: RoomTerms
    apart_from: list[PlayerId] = []
    id: CommandId | None = None
    """The same id again, by the same player, finds the same."""


class Opponent(msgspec.Struct, frozen=True):
    """An offer on the same terms to take; else somebody free to challenge; else neither.

    `terms` are those of the offer: the same game, the colours as seen from there.
    """

    seek: RoomId | None = None
    terms: RoomTerms | None = None
    player: PlayerId | None = None


DeskQuery = OpenSeeks | MailboxOf | FindOpponent
