"""Refusals as people and programs get them: text, HTTP status, frame."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from libs.contracts.client_out import Answered, GameGone, Refused, RoomGone
from libs.contracts.envelope import Answer
from libs.contracts.http import HttpRefusal
from libs.contracts.ids import CommandId, GameId, RoomId
from libs.contracts.refusals import TEXTS, text_of
from libs.rules.explain import REFUSALS

STATUS: Final[Mapping[str, int]] = {
    "bad_json": 400,
    "bad_message": 400,
    "bad_request": 400,
    "bad_page": 400,
    "no_session": 401,
    "foreign_origin": 403,
    "service_only": 403,
    "not_a_player": 403,
    "not_in_room": 403,
    "not_invited": 403,
    "banned": 403,
    "rated_needs_account": 403,
    "account_needed": 403,
    "account_needed_for_mail": 403,
    "wrong_password": 403,
    "wrong_recovery_code": 403,
    "token_not_allowed": 403,
    "help_refused": 403,
    "no_hint_against_strong": 403,
    "moderators_only": 403,
    "not_found": 404,
    "game_not_found": 404,
    "room_not_found": 404,
    "no_such_ply": 404,
    "player_not_found": 404,
    "no_such_person": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "bad_filter": 422,
    "bad_opponent": 422,
    "bad_dates": 422,
    "unknown_terms": 422,
    "bad_name": 422,
    "name_reserved": 422,
    "bad_password": 422,
    "common_password": 422,
    "password_is_name": 422,
    "bad_token_name": 422,
    "bad_settings": 422,
    "bad_time": 422,
    "bad_stake": 422,
    "unrated_game": 422,
    "not_hotseat": 422,
    "not_practice": 422,
    "practice_only": 422,
    "undo_refused": 422,
    "no_such_computer": 422,
    "too_fast": 429,
    "too_many_attempts": 429,
    "too_many_connections": 429,
    "internal_error": 500,
    "unavailable": 503,
}
CONFLICT: Final = 409

encode = msgspec.json.Encoder().encode


class RefusedError(Exception):
    """A request is refused; the code is stable."""

    def __init__(self, code: str, detail: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def status_of(code: str) -> int:
    """The fitting HTTP status; what is merely not possible now is a conflict."""
    return STATUS.get(code, CONFLICT)


def all_texts() -> dict[str, dict[str, str]]:
    """Every refusal's sentence by code: the games' own ones and the house's."""
    texts: dict[str, dict[str, str]] = {}
    for of_game in REFUSALS.values():
        texts.update({code: dict(sentence) for code, sentence in of_game.items()})
    return texts | TEXTS


_TEXTS: Final = all_texts()


def text_for(code: str, detail: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The sentence of any code, in both languages; `detail` may name the game that refused."""
    if detail is not None and "game" in detail:
        return text_of(code, detail)
    return _TEXTS.get(code) or text_of(code)


def http_refusal(code: str, detail: dict[str, Any] | None = None) -> bytes:
    """The body of a refused request."""
    return encode(HttpRefusal(code, text_for(code, detail), detail))


def refused(code: str) -> bytes:
    """A message without an id is refused."""
    return encode(Refused(code, text_for(code)))


def game_gone(game: GameId, code: str) -> bytes:
    """A game can't be shown."""
    return encode(GameGone(game, code, text_for(code)))


def room_gone(room: RoomId, code: str) -> bytes:
    """A room can't be shown."""
    return encode(RoomGone(room, code, text_for(code)))


def answered(command: CommandId, answer: Answer) -> bytes:
    """The answer to a command."""
    if answer.code is None:
        return encode(Answered(command, answer.version))
    return encode(
        Answered(
            command,
            answer.version,
            answer.code,
            text_for(answer.code, answer.detail),
            answer.detail,
        )
    )
