"""What follows by itself after a turn: deals, pauses, the game's own end, whose clock runs."""

from typing import assert_never

import msgspec

from libs.contracts.games import (
    ClockReading,
    Dealt,
    GameEnded,
    PauseBegan,
    Secret,
)
from libs.rules.game import FIRST, SECOND, SPECTATOR, Deal, Ended, Outcome, Pause, Turn
from libs.timing import Clock
from services.games.decider.chance import sealed, shuffled
from services.games.decider.evolve import evolve
from services.games.decider.state import Fact, Running


def clock_for(state: Running, table: object, at_ms: int, *, credit_ms: int = 0) -> Clock:
    """The clock once `table` stands: pressed for the seat to act, stopped if nobody is.

    In practice nobody's time is counted: it stands from the start. Behind a curtain it stands, too.
    """
    if state.started.terms.is_practice():
        return state.clock
    pending = state.rules.pending(table)
    if isinstance(pending, Turn) and not state.has_curtain():
        if state.clock.running is None:
            return state.clock.resume(pending.seat, at_ms)
        return state.clock.press(pending.seat, at_ms, credit_ms)
    mover = state.clock.running
    if mover is None:
        return state.clock
    return msgspec.structs.replace(state.clock.press(mover, at_ms, credit_ms), running=None)


def follow(state: Running, fact: Fact, at_ms: int, entropy: bytes) -> tuple[Fact, ...]:
    """The facts that follow a turn: nearly always none, and then no state need be made of it."""
    if isinstance(state.rules.pending(fact.table), Turn):
        return ()
    return settle(evolve(state, fact), at_ms, entropy)


def settle(state: Running, at_ms: int, entropy: bytes) -> tuple[Fact, ...]:
    """The facts that follow until a seat is to act, a pause runs or the game is over."""
    facts: list[Fact] = []
    while state.ended is None and state.pause is None:
        fact = _next(state, at_ms, entropy)
        if fact is None:
            break
        facts.append(fact)
        state = evolve(state, fact)
    return tuple(facts)


def _next(state: Running, at_ms: int, entropy: bytes) -> Fact | None:
    match state.rules.pending(state.table):
        case Turn():
            return None
        case Deal(items):
            salt = entropy + state.version.to_bytes(4, "big")
            return _deal(state, shuffled(items, salt), salt, at_ms)
        case Pause(ms):
            # Where only people at one place play, they go on when they have seen the round.
            until_ms = None if state.started.terms.is_unseen() else at_ms + ms
            return Fact(at_ms, PauseBegan(until_ms, ClockReading.of(state.clock)))
        case Ended(outcome):
            return end(state, outcome, at_ms)
        case _ as never:
            assert_never(never)


def end(state: Running, outcome: Outcome, at_ms: int) -> Fact:
    """The one end of a game; the secrets behind its deals are public from here on."""
    clock = state.clock.stop(at_ms)
    event = GameEnded(
        outcome.winner,
        outcome.reason,
        ClockReading.of(clock),
        state.plies,
        outcome.details,
        list(state.deal_secrets),
    )
    return Fact(at_ms, event)


def _deal(state: Running, dealt: dict[str, list[str | int]], salt: bytes, at_ms: int) -> Fact:
    secret, commitment = sealed(dealt, salt)
    rules, before = state.rules, state.table
    after = rules.deal(before, dealt)
    reading = ClockReading.of(clock_for(state, after, at_ms))
    event = Dealt(rules.shown_deal(before, dealt, SPECTATOR), commitment, reading)
    seats = (rules.shown_deal(before, dealt, FIRST), rules.shown_deal(before, dealt, SECOND))
    return Fact(at_ms, event, Secret(secret, seats), after)
