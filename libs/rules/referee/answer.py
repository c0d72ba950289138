"""One line in, one line out: the referee's answer to a request."""

from typing import Final

import msgspec

from libs.rules.explain import refusal
from libs.rules.game import IllegalMoveError, Json, OptionError
from libs.rules.referee.games import adapter
from libs.rules.referee.request import Request, RequestError, read
from libs.rules.stones.layout import PositionError

NOWHERE: Final = -1
LONGEST_QUOTE: Final = 60


def answer(line: bytes) -> bytes:
    """The reply to one line, without a line end. Never raises for what the line holds."""
    try:
        fields = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        return msgspec.json.encode(_nonsense(None, f"no JSON: {error}"))
    name = fields.get("id") if isinstance(fields, dict) else None
    reply = _reply(name, fields)
    try:
        return msgspec.json.encode(reply)
    except RecursionError:
        return msgspec.json.encode(_nonsense(None, "the id is nested too deeply"))


def _reply(name: Json, fields: Json) -> Json:
    try:
        return {"id": name, **_judge(read(fields))}
    except (RequestError, OptionError, PositionError) as error:
        return _nonsense(name, str(error))


def _nonsense(name: Json, message: str) -> Json:
    return {
        "id": name,
        "turn": None,
        "phase": None,
        "legal": [],
        "position": None,
        "result": None,
        "error": {"index": NOWHERE, "message": message},
    }


def _judge(request: Request) -> dict[str, Json]:
    game = adapter(request.game)
    state, error = game.start(request), None
    for index, turn in enumerate(request.moves):
        try:
            game.check(state, _text(turn))
        except IllegalMoveError as refused:
            error = {"index": index, "message": explained(request.game, refused)}
            break
        state = game.play(state, turn)
    described = game.describe(state, request.viewer)
    return {**described, "legal": game.legal(state, request.viewer), "error": error}


def _text(turn: Json) -> str:
    if not isinstance(turn, str):
        raise IllegalMoveError("malformed", "not a text")
    return turn


def explained(game: str, refused: IllegalMoveError) -> str:
    """A refusal's code, the turn, and the sentence that says why."""
    turn = refused.turn[:LONGEST_QUOTE]
    return f"{refused.code}: {turn!r}: {refusal(game, refused.code)['en']}"
