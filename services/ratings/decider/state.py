"""The states of this service's streams: a rated game's stakes, a player's wallet."""

from typing import Literal, assert_never

import msgspec

from libs.contracts.ids import PlayerId
from libs.contracts.ratings import (
    Family,
    GameRated,
    RatingEvent,
    StakesReleased,
    StakesReserved,
    WalletClosed,
    WalletOpened,
    WalletRefilled,
)

_replace = msgspec.structs.replace


class Fact(msgspec.Struct, frozen=True):
    """An event, and when it was; read from the log the instant stands in its row."""

    event: RatingEvent
    at_ms: int = 0


class Stakes(msgspec.Struct, frozen=True):
    """What two have given for a game. Over: it has been played; nothing comes after that.

    `times` tells how often it was reserved: an agreement that led to no game may be renewed.
    """

    family: Family
    players: tuple[PlayerId, PlayerId]
    stake_taler: int
    times: int
    stage: Literal["reserved", "released", "over"] = "reserved"


class Purse(msgspec.Struct, frozen=True):
    """A wallet; how much is in it, the ledger knows. `refilled_on`: the last day, or ""."""

    is_closed: bool = False
    refilled_on: str = ""


RatingState = Stakes | Purse | None
"""None before anything has happened."""


def initial_state() -> RatingState:
    """Nothing yet."""
    return None


def evolve(state: RatingState, fact: Fact) -> RatingState:
    """The state after an event; never judges. Raises ValueError for one of another stream."""
    event = fact.event
    if isinstance(event, StakesReserved | StakesReleased | GameRated):
        if isinstance(state, Purse):
            raise _strange(event)
        return _game(state, event)
    if isinstance(state, Stakes):
        raise _strange(event)
    return _wallet(state, event)


def _game(state: Stakes | None, event: StakesReserved | StakesReleased | GameRated) -> Stakes:
    if isinstance(event, StakesReserved):
        times = 1 if state is None else state.times + 1
        return Stakes(event.family, event.players, event.stake_taler, times)
    if state is None:
        raise _strange(event)
    is_open = isinstance(event, StakesReleased) and event.cause == "not_started"
    return _replace(state, stage="released" if is_open else "over")


def _wallet(state: Purse | None, event: WalletOpened | WalletClosed | WalletRefilled) -> Purse:
    match event:
        case WalletOpened():
            return Purse()
        case WalletClosed():
            return Purse(is_closed=True)
        case WalletRefilled(_, _, day):
            return _replace(state or Purse(), refilled_on=day)
        case _ as never:
            assert_never(never)


def _strange(event: RatingEvent) -> ValueError:
    return ValueError(f"{type(event).__name__} in a stream where it can't be")
