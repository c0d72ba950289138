"""What two people agree on, and for how long offers stand."""

from typing import Final, Literal

import msgspec

from libs.contracts.games import GameTerms
from libs.contracts.ids import PlayerId

SERVICE: Final = "matchmaking"
SHARDS: Final = 4

FirstSeat = Literal["host", "guest", "random"]
"""Who has the first seat (white, or the one who begins)."""


RoomKind = Literal["private", "challenge", "seek"]
"""How the second person gets in: by the link, being asked by name, by taking an open offer."""

DeclineReason = Literal["busy", "terms", "later", "no"]

CloseReason = Literal["left", "expired", "gone", "playing", "deleted", "too_many"]
"""Why a room closed: one of the two left, nobody answered in time, the host has left the waiting
room, plays elsewhere, has no account any more, has opened so many others since."""

ANSWER_WITHIN_MS: Final = 60_000
"""So long a challenge to somebody who is here stands."""
SEEK_MS: Final = 600_000
MAIL_MS: Final = 7 * 24 * 3_600_000
"""So long an invitation to somebody who is away stands."""
KEPT_MS: Final = 30 * 24 * 3_600_000
"""So long an invitation stays in a mailbox, answered or not."""
MOST_INVITATIONS: Final = 10
"""So many challenges of one person may stand at a time."""
MOST_ROOMS: Final = 10
"""So many private rooms of one person may be open; with one more the oldest closes."""
AGREE_WITHIN_MS: Final = 60_000
"""So long whoever has taken a seek holds its place without a word about the terms."""
TALK_MS: Final = 30 * 60_000
"""So long after the last word about the terms a challenge or a seek that was taken stays open;
one that came by mail a week, for the two need not be here at the same time."""
QUIET_MS: Final = 30 * 24 * 3_600_000
"""So long after the last word an empty private room stays open."""


class RoomTerms(msgspec.Struct, frozen=True):
    """All that two people agree on."""

    game: GameTerms
    first: FirstSeat = "random"


class RoomMember(msgspec.Struct, frozen=True):
    """Somebody in the room; the name as it was on entering."""

    player: PlayerId
    name: str
