"""Computer players: their jobs on the work queue, and what people may ask them.

A job holds nothing that its seat may not know: whoever takes it asks the game's owner for that
seat's view. Help (hint, evaluation, review) is refused for a running game between people.
"""

from typing import Final, Literal

import msgspec

from libs.contracts.ids import GameId, PlayerId

SERVICE: Final = "bots"

# ---- jobs (msgpack, tagged), JetStream work queue `jobs.bots.<kind>` -------------------------


class TurnJob(msgspec.Struct, frozen=True, tag="turn"):
    """A computer is to act: play at the position of that version, or answer that draw offer."""

    game: GameId
    player: PlayerId
    position: int
    offer: int | None = None


class HintJob(msgspec.Struct, frozen=True, tag="hint"):
    """What the strongest would play for `player` at the position of that version."""

    id: str
    game: GameId
    player: PlayerId
    position: int


class EvaluateJob(msgspec.Struct, frozen=True, tag="evaluate"):
    """How a position stands, as `player` knew it; None: as a spectator of a finished game."""

    id: str
    game: GameId
    player: PlayerId | None
    ply: int | None


class ReviewJob(msgspec.Struct, frozen=True, tag="review"):
    """Each own turn of `player` in a game, one job a game and seat."""

    id: str
    game: GameId
    player: PlayerId


BotJob = TurnJob | HintJob | EvaluateJob | ReviewJob

# ---- queries (msgpack, tagged): query.bots ---------------------------------------------------


class AskHint(msgspec.Struct, frozen=True, tag="ask_hint"):
    """Answer: `Hint` (JSON), or a refusal.

    `help_refused`, `no_hint_against_strong`, `not_your_turn`, `game_over`, …
    """

    game: GameId
    player: PlayerId


class AskEvaluation(msgspec.Struct, frozen=True, tag="ask_evaluation"):
    """Answer: `Evaluation` (JSON), or a refusal."""

    game: GameId
    player: PlayerId
    ply: int | None = None


class AskReview(msgspec.Struct, frozen=True, tag="ask_review"):
    """Answer: `Review` (JSON) as far as it has come; asking again does not begin it again."""

    game: GameId
    player: PlayerId


BotQuery = AskHint | AskEvaluation | AskReview


class Exact(msgspec.Struct, frozen=True):
    """What a table or a solved game knows, for the side to move; `turns` of both sides."""

    value: Literal["win", "draw", "loss"]
    turns: int


class Hint(msgspec.Struct, frozen=True):
    """A turn that the strongest would play."""

    position: int
    turn: str
    score: float


class Evaluation(msgspec.Struct, frozen=True):
    """How a position stands for the seat to act; the best line the search has seen."""

    ply: int
    seat: int
    score: float
    depth: int
    pv: list[str]
    exact: Exact | None = None


class ReviewedTurn(msgspec.Struct, frozen=True):
    """One own turn: what was played, what was best, what it cost.

    Scores and `loss` are in the game's unit (stones, points) for that seat.
    """

    ply: int
    turn: str
    best: str
    score: float
    best_score: float
    loss: float
    light: Literal["green", "yellow", "red"]


class Review(msgspec.Struct, frozen=True):
    """The own turns reviewed so far, in order; complete when `done == total`."""

    seat: int
    done: int
    total: int
    turns: list[ReviewedTurn]


# ---- told to all instances (msgpack): bots.passed --------------------------------------------


class Passed(msgspec.Struct, frozen=True, array_like=True):
    """A game has moved on: what is thought about earlier positions of it is of no use any more.

    `position` None: it is over.
    """

    game: GameId
    position: int | None
