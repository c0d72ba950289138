"""Ids from outside: only well-formed ones may become part of a subject or a question."""

import re
from functools import lru_cache
from typing import Final

from libs.contracts import accounts, games, matchmaking
from libs.contracts.accounts import TOKEN_PREFIX

_STREAM: Final = re.compile(r"[0-9a-f]{2}-[A-Za-z0-9_-]{1,64}", re.ASCII)
_SUBJECT_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)
_COMMAND: Final = re.compile(r"[!-~]{1,64}", re.ASCII)
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{16,200}", re.ASCII)
_API_TOKEN: Final = re.compile(re.escape(TOKEN_PREFIX) + _TOKEN.pattern, re.ASCII)

HIGHEST_VERSION: Final = 2**31 - 1
HIGHEST_MS: Final = 9_999_999_999_999
"""In the year 2286."""

ASKED_LATELY: Final = 4_096
"""Games whose shard is remembered: each turn asks for it."""


@lru_cache(maxsize=ASKED_LATELY)
def shard_of_game(game: str) -> int | None:
    """The shard that owns a game; None for what can't be a game's id."""
    return _shard(game, games.SHARDS)


def shard_of_room(room: str) -> int | None:
    """The shard that owns a room; None for what can't be a room's id."""
    return _shard(room, matchmaking.SHARDS)


def is_player(text: str) -> bool:
    """Whether it can be a person's id."""
    return _shard(text, accounts.SHARDS) is not None


def _shard(stream: str, shards: int) -> int | None:
    if _STREAM.fullmatch(stream) is None:
        return None
    shard = int(stream[:2], 16)
    return shard if shard < shards else None


def is_subject_word(text: str) -> bool:
    """Whether it can stand in a subject without meaning anything there."""
    return _SUBJECT_WORD.fullmatch(text) is not None


def is_command_id(text: str) -> bool:
    """Whether it is printable ASCII of a sensible length."""
    return _COMMAND.fullmatch(text) is not None


def is_token(text: str) -> bool:
    """Whether it can be a session's token, so that it is worth asking."""
    return _TOKEN.fullmatch(text) is not None


def is_api_token(text: str) -> bool:
    """Whether it can be an API token, so that it is worth asking."""
    return _API_TOKEN.fullmatch(text) is not None


def is_version(number: int | None) -> bool:
    """Whether a client may name it as a version (or name none)."""
    return number is None or 0 <= number <= HIGHEST_VERSION
