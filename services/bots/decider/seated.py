"""A running game in which a computer sits, folded from the game's public events."""

from typing import Final

import msgspec

from libs.contracts.bots import TurnJob
from libs.contracts.games import (
    Dealt,
    DrawDeclined,
    DrawOffered,
    GameEnded,
    GameStarted,
    PauseBegan,
    PauseOver,
    TurnPlayed,
    TurnsTakenBack,
)
from libs.contracts.ids import GameId, PlayerId, is_bot
from libs.rules import registry
from libs.rules.game import Turn

_replace = msgspec.structs.replace


class Seated(msgspec.Struct, frozen=True):
    """A computer's seat after the event of that version.

    `acts`: it may be the computer's turn at `position`; the game's owner knows. `offer` is the
    version of a draw offer that waits for its answer. `since_ms`: the instant of the last change.
    """

    game: GameId
    seat: int
    player: PlayerId
    rules: str
    version: int
    position: int
    acts: bool
    offer: int | None
    since_ms: int


class Happened(msgspec.Struct, frozen=True):
    """An event of a game as far as computers are concerned. `start` is None but for a start."""

    kind: str
    version: int
    at_ms: int
    seat: int | None = None
    start: GameStarted | None = None


def _tag(event: type[msgspec.Struct]) -> str:
    return str(event.__struct_config__.tag)


STARTED: Final = _tag(GameStarted)
TURN: Final = _tag(TurnPlayed)
TAKEN_BACK: Final = _tag(TurnsTakenBack)
DEALT: Final = _tag(Dealt)
PAUSED: Final = _tag(PauseBegan)
RESUMED: Final = _tag(PauseOver)
OFFERED: Final = _tag(DrawOffered)
DECLINED: Final = _tag(DrawDeclined)
ENDED: Final = _tag(GameEnded)


def initial_state() -> Seated | None:
    """No game, no computer."""
    return None


def evolve(game: GameId, before: Seated | None, event: Happened) -> Seated | None:
    """The seat after an event; None where no computer sits or the game is over.

    A repeated event is ignored.
    """
    if before is None:
        return _begun(game, event)
    if event.version <= before.version:
        return before
    return None if event.kind == ENDED else _after(before, event)


def _after(before: Seated, event: Happened) -> Seated:
    after = _replace(before, version=event.version, since_ms=event.at_ms)
    match event.kind:
        case "games.turn_played":
            # Nobody acts twice in a row without chance or a pause in between.
            acts = event.seat != before.seat
            return _replace(after, position=event.version, acts=acts, offer=None)
        case "games.turns_taken_back":
            # Whoever took their own turn back is to act again.
            acts = event.seat == before.seat
            return _replace(after, position=event.version, acts=acts, offer=None)
        case "games.dealt":
            return _replace(after, position=event.version, acts=True)
        case _:
            return _meanwhile(before, after, event)


def _meanwhile(before: Seated, after: Seated, event: Happened) -> Seated:
    """The position stays. What is of no concern here leaves the instant as it was, too."""
    match event.kind:
        case "games.pause_began":
            return _replace(after, acts=False)
        case "games.pause_over":
            return _replace(after, acts=True)
        case "games.draw_offered":
            is_to_answer = event.seat != before.seat
            return _replace(after, offer=event.version) if is_to_answer else after
        case "games.draw_declined":
            return _replace(after, offer=None)
        case _:
            return _replace(after, since_ms=before.since_ms)


def _begun(game: GameId, event: Happened) -> Seated | None:
    if event.start is None:
        return None
    for seat, info in enumerate(event.start.seats):
        if is_bot(info.player):
            key, version = event.start.terms.game, event.version
            return Seated(
                game,
                seat,
                info.player,
                key,
                version,
                position=version,
                acts=_begins(event.start) == seat,
                offer=None,
                since_ms=event.at_ms,
            )
    return None


def _begins(start: GameStarted) -> int | None:
    """The seat that acts first; None before a deal."""
    rules = registry.rules(start.terms.game, start.rules_version)
    pending = rules.pending(rules.setup(start.terms.options))
    return pending.seat if isinstance(pending, Turn) else None


def jobs_of(seated: Seated) -> list[TurnJob]:
    """What the computer is to do now."""
    jobs: list[TurnJob] = []
    if seated.offer is not None:
        jobs.append(TurnJob(seated.game, seated.player, seated.position, seated.offer))
    if seated.acts:
        jobs.append(TurnJob(seated.game, seated.player, seated.position))
    return jobs


def has_passed(before: Seated | None, after: Seated | None) -> bool:
    """Whether what was thought about before is of no use any more."""
    if before is None:
        return False
    return after is None or after.position != before.position
