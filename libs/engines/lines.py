"""The engine over lines of JSON: one request in, the turn to play out."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any, Final

import msgspec

from libs.engines.blanks import filled, is_seen
from libs.engines.port import Engine, EngineError, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules.game import IllegalMoveError, Json, OptionError, Turn
from libs.rules.referee.answer import NOWHERE, explained
from libs.rules.referee.games import adapter
from libs.rules.referee.request import Request, RequestError, read
from libs.rules.registry import current
from libs.rules.stones.layout import PositionError
from libs.rules.strength import STRENGTHS, Strength

LONGEST_S: Final = 86_400.0


class Wish(msgspec.Struct, frozen=True):
    """What a request says beside the position: how the engine is to think."""

    strength: Strength
    seconds: float
    tables: bool
    seed: int | None


class RefusedTurnError(ValueError):
    """A turn of the request that is not legal; `index` is its place."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index


def answer(line: bytes, engines: Mapping[str, Engine]) -> bytes:
    """The reply to one line, without a line end. Never raises for what the line holds."""
    begun = perf_counter()
    try:
        fields = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        return msgspec.json.encode(_refused(None, NOWHERE, f"no JSON: {error}"))
    name = fields.get("id") if isinstance(fields, dict) else None
    reply = _reply(name, fields, engines, begun)
    try:
        return msgspec.json.encode(reply)
    except RecursionError:
        return msgspec.json.encode(_refused(None, NOWHERE, "the id is nested too deeply"))


def _reply(name: Json, fields: Json, engines: Mapping[str, Engine], begun: float) -> Json:
    try:
        reply = _searched(fields, engines, begun)
    except RefusedTurnError as error:
        return _refused(name, error.index, str(error))
    except (RequestError, OptionError, PositionError, EngineError) as error:
        return _refused(name, NOWHERE, str(error))
    return _answered(name, reply, perf_counter() - begun)


def _searched(fields: Json, engines: Mapping[str, Engine], begun: float) -> Reply:
    request, wish = read(fields), _wish(fields)
    question = _question(request.game, _reached(request), wish)
    if request.game not in engines:
        raise EngineError(f"no engine plays {request.game!r}")
    # What reading took is part of the time.
    left = max(0.0, wish.seconds - (perf_counter() - begun))
    question = msgspec.structs.replace(question, seconds=left)
    return engines[request.game].answer(question, StopFlag())


def _wish(fields: dict[str, Any]) -> Wish:
    """How to think; strong, a second, with tables where the request says nothing."""
    names = ("strength", "seconds", "tables", "seed")
    strength, seconds, tables, seed = (fields.get(name) for name in names)
    strength = "strong" if strength is None else strength
    if strength not in STRENGTHS:
        raise RequestError("a strength is 'easy', 'medium' or 'strong'")
    seconds = 1.0 if seconds is None else seconds
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise RequestError("'seconds' is a number")
    if not 0 <= seconds <= LONGEST_S:
        raise RequestError(f"'seconds' is between 0 and {LONGEST_S:.0f}")
    if not isinstance(tables, bool | None):
        raise RequestError("'tables' is true or false")
    if isinstance(seed, bool) or not isinstance(seed, int | None):
        raise RequestError("a seed is a whole number")
    return Wish(strength, float(seconds), tables is not False, seed)


def _reached(request: Request) -> Any:
    """The state after the request's turns."""
    if request.game == "hanse" and is_seen(request.position):
        if request.moves:
            raise RequestError("no turn can be played where cards are hidden")
        request = msgspec.structs.replace(request, position=filled(request.position))
    game = adapter(request.game)
    state = game.start(request)
    for index, turn in enumerate(request.moves):
        if not isinstance(turn, str):
            raise RefusedTurnError(index, "malformed: not a text")
        try:
            game.check(state, turn)
        except IllegalMoveError as refused:
            raise RefusedTurnError(index, explained(request.game, refused)) from refused
        state = game.play(state, turn)
    return state


def _question(game: str, state: Any, wish: Wish) -> Question:
    """The question with what the seat to act may see, and nothing else."""
    rules = current(game)
    pending = rules.pending(state)
    if not isinstance(pending, Turn):
        raise RequestError("the game is over: nobody is to act")
    return Question(
        game=game,
        version=rules.version,
        seat=pending.seat,
        view=rules.view(state, pending.seat),
        strength=wish.strength,
        seconds=wish.seconds,
        tables=wish.tables,
        seed=wish.seed,
    )


def _answered(name: Json, reply: Reply, seconds: float) -> Json:
    return {
        "id": name,
        "turn": reply.turn,
        "score": reply.score,
        "depth": reply.depth,
        "nodes": reply.nodes,
        "seconds": seconds,
        "pv": reply.pv,
        "exact": reply.exact,
        "error": None,
    }


def _refused(name: Json, index: int, message: str) -> Json:
    return {
        "id": name,
        **dict.fromkeys(("turn", "score", "depth", "nodes", "seconds")),
        "pv": [],
        "exact": None,
        "error": {"index": index, "message": message},
    }
