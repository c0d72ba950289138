"""Which terms can be agreed to, and how they are written out so that two can be compared."""

from typing import Final

import msgspec

from libs.contracts.decisions import Refusal
from libs.contracts.games import GameTerms
from libs.contracts.matchmaking import FirstSeat, RoomTerms
from libs.contracts.ratings import FAMILY_OF, is_stake
from libs.rules import registry
from libs.rules.game import OptionError
from libs.timing import TimeControl

MINUTE_MS: Final = 60_000
SHORTEST_MS: Final = MINUTE_MS
LONGEST_MS: Final = 180 * MINUTE_MS
LONGEST_INCREMENT_MS: Final = 180_000
LONGEST_QUOTE: Final = 80

_SEEN_FROM_THERE: Final[dict[FirstSeat, FirstSeat]] = {
    "host": "guest",
    "guest": "host",
    "random": "random",
}

_replace = msgspec.structs.replace


def written_out(terms: RoomTerms) -> RoomTerms | Refusal:
    """The terms with every option of the variant, or why no two people can play by them."""
    game = with_options(terms.game)
    if isinstance(game, Refusal):
        return game
    time = possible_time(game.time)
    if time is None:
        return Refusal("bad_time")
    if game.is_unseen():
        return Refusal("practice_only" if game.is_practice() else "not_hotseat")
    code = _why_not_rated(game)
    if code is not None:
        return Refusal(code)
    return _replace(terms, game=_replace(game, time=time))


def written_out_for_practice(terms: RoomTerms) -> RoomTerms | Refusal:
    """The same for a game against a computer, which plays all there are, without a clock."""
    game = with_options(terms.game)
    if isinstance(game, Refusal):
        return game
    if not game.is_practice() or game.time.is_timed() or game.stake_taler:
        return Refusal("not_practice")
    return _replace(terms, game=_replace(game, time=TimeControl(None)))


def _why_not_rated(game: GameTerms) -> str | None:
    """Why the game can't be played for rating or stake as it is, None if it can."""
    if game.kind == "rated" and game.game not in FAMILY_OF:
        return "unrated_game"
    is_possible = is_stake(game.stake_taler) and (game.kind == "rated" or not game.stake_taler)
    return None if is_possible else "bad_stake"


def with_options(game: GameTerms) -> GameTerms | Refusal:
    try:
        options = registry.current(game.game).options(game.variant, game.options)
    except (registry.UnknownGameError, OptionError) as error:
        return Refusal("unknown_terms", {"terms": str(error)[:LONGEST_QUOTE]})
    return _replace(game, options=dict(options))


def possible_time(time: TimeControl) -> TimeControl | None:
    """The time control, without an increment if untimed; None if it is out of bounds."""
    if time.base_ms is None:
        return TimeControl(None)
    is_possible = (
        SHORTEST_MS <= time.base_ms <= LONGEST_MS and 0 <= time.increment_ms <= LONGEST_INCREMENT_MS
    )
    return time if is_possible else None


def mirrored(terms: RoomTerms) -> RoomTerms:
    """The same terms as the other one would offer them: who begins is told from the host's side."""
    return _replace(terms, first=_SEEN_FROM_THERE[terms.first])
