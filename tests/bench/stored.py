"""Games as the log holds them: decided and encoded as the games service does, in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from libs.contracts.decisions import Context
from libs.contracts.games import SHARDS, GameTerms, PlayTurn, SeatInfo, StartGame
from libs.contracts.ids import PlayerId
from libs.eventstore.records import Recorded, StreamId, new_stream_id, shard_of
from libs.timing import TimeControl
from services.games.decider import Fact, GameState, Request, decide, evolve, initial_state
from services.games.handlers.codec import GameCodec
from tests.bench import scripts

BEGUN_MS = 1_700_000_000_000
THINKING_MS = 2_500
PLAYERS = (PlayerId("00-" + "a" * 32), PlayerId("01-" + "b" * 32))
STARTER = "service:matchmaking"
TIME = TimeControl(None)
"""Without clocks, with the brake: nobody plays two games on time, and these two play them all."""


def start_game(variant: str = scripts.VARIANT) -> StartGame:
    """The command that begins a game between the two."""
    first, second = PLAYERS
    return StartGame(
        GameTerms(scripts.GAME, variant, {}, TIME),
        (SeatInfo(first, "Eiliger Dachs"), SeatInfo(second, "Stille Eule")),
    )


def game_id(number: int) -> StreamId:
    """The name of the game of that number, spread over the shards."""
    return new_stream_id(SHARDS, number.to_bytes(4, "big") + bytes(16))


def rows(number: int, turns: Sequence[str], variant: str = scripts.VARIANT) -> Iterator[Recorded]:
    """The game's rows, with its own versions as sequences."""
    codec, stream = GameCodec(), game_id(number)
    state, version = initial_state(), 0
    for ply, (actor, request) in enumerate(_commands(turns, variant)):
        at_ms = BEGUN_MS + ply * THINKING_MS
        for fact in _decided(request, state, Context(at_ms, actor, bytes(32))):
            state, version = evolve(state, fact), version + 1
            event = codec.encode(fact)
            yield Recorded(
                shard_of(stream), version, stream, version, event.type, event.schema, at_ms,
                actor, f"p{ply}", bytes(8), f"bench-{ply:x}", event.public, event.secret,
            )  # fmt: skip


def _commands(turns: Sequence[str], variant: str) -> Iterator[tuple[str, Request]]:
    yield STARTER, Request(start_game(variant))
    for ply, turn in enumerate(turns):
        yield PLAYERS[ply % 2], Request(PlayTurn(ply + 1, turn))


def _decided(request: Request, state: GameState, context: Context) -> tuple[Fact, ...]:
    decision = decide(request, state, context)
    if decision.refusal is not None:
        raise ValueError(f"refused: {decision.refusal}")
    return decision.events
