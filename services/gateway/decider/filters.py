"""Filters of one's games, out of an address: every wrong one is refused with a sentence."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar, get_args

from libs.contracts.archive import GameFilter, Kind, Result
from libs.contracts.ids import GameId, PlayerId, bot_strength
from libs.rules import registry
from services.gateway.decider.ids import HIGHEST_MS, is_player, shard_of_game
from services.gateway.decider.refusals import RefusedError

T = TypeVar("T", bound=str)

DAY: Final = timedelta(days=1)
LENGTH_OF_A_DATE: Final = len("2026-11-30")
LONGEST_INSTANT: Final = 40
GAMES: Final = tuple(registry.game_keys())
RESULTS: Final[tuple[Result, ...]] = get_args(Result)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def filter_of(query: Mapping[str, str]) -> GameFilter:
    """What is asked for; what is absent or empty does not matter.

    Raises RefusedError: `bad_filter`, `bad_opponent`, `bad_dates`.
    """
    since_ms = _instant(query.get("since"), into=timedelta())
    until_ms = _instant(query.get("until"), into=DAY)
    if since_ms is not None and until_ms is not None and since_ms >= until_ms:
        raise RefusedError("bad_dates")
    return GameFilter(
        _one_of(GAMES, query.get("game")),
        _opponent(query.get("opponent")),
        _one_of(RESULTS, query.get("result")),
        _one_of(KINDS, query.get("kind")),
        since_ms,
        until_ms,
    )


def before_of(text: str | None) -> tuple[int, GameId] | None:
    """What a page's games are older than. Raises RefusedError (`bad_page`)."""
    if not text:
        return None
    digits, dot, game = text.partition(".")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(HIGHEST_MS))
    if not dot or not is_number or shard_of_game(game) is None:
        raise RefusedError("bad_page")
    return int(digits), GameId(game)


def _one_of(known: tuple[T, ...], wanted: str | None) -> T | None:
    if not wanted:
        return None
    for each in known:
        if each == wanted:
            return each
    raise RefusedError("bad_filter")


def _opponent(wanted: str | None) -> PlayerId | None:
    if not wanted:
        return None
    if bot_strength(wanted) is None and not is_player(wanted):
        raise RefusedError("bad_opponent")
    return PlayerId(wanted)


def _instant(text: str | None, *, into: timedelta) -> int | None:
    """A day's beginning, moved by `into`; or the very instant that was named."""
    if not text:
        return None
    if len(text) > LONGEST_INSTANT or not text.isascii():
        raise RefusedError("bad_dates")
    try:
        instant = datetime.fromisoformat(text)
        if len(text) == LENGTH_OF_A_DATE:
            instant += into
        if instant.tzinfo is None:
            instant = instant.replace(tzinfo=UTC)
        at_ms = round(instant.timestamp() * 1_000)
    except (ValueError, OverflowError) as error:
        raise RefusedError("bad_dates") from error
    if not 0 <= at_ms <= HIGHEST_MS:
        raise RefusedError("bad_dates")
    return at_ms
