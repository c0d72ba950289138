"""What each event means for the state. Never judges: what happened has happened."""

from typing import assert_never

import msgspec

from libs.contracts.games import (
    ClockCredited,
    ClockReading,
    Dealt,
    DrawDeclined,
    DrawOffered,
    GameEnded,
    GameStarted,
    PauseBegan,
    PauseOver,
    Reshuffled,
    TurnPlayed,
    TurnsTakenBack,
    UndoAsked,
    UndoDeclined,
    Unveiled,
)
from libs.rules import registry
from libs.timing import Clock, TimeControl
from services.games.decider.state import Break, Earlier, Fact, GameState, Offer, Running

_replace = msgspec.structs.replace


def evolve(state: GameState, fact: Fact) -> Running:
    """The state after an event. Raises ValueError for an event before the game's start."""
    event = fact.event
    if isinstance(event, TurnPlayed):
        return _turn_played(_started(state), event, fact)
    if isinstance(event, GameStarted):
        return _game_started(event, fact)
    return _other(_started(state), fact)


def _started(state: GameState) -> Running:
    if state is None:
        msg = "an event before the game's start"
        raise ValueError(msg)
    return state


def _game_started(event: GameStarted, fact: Fact) -> Running:
    rules = registry.rules(event.terms.game, event.rules_version)
    table = fact.table
    if table is None:
        table = rules.setup(event.terms.options)
    clock = _clock(event.terms.time, event.clock, fact.at_ms)
    return Running(event, rules, table, clock, version=1, position=1)


def _turn_played(state: Running, event: TurnPlayed, fact: Fact) -> Running:
    table = fact.table
    if table is None:
        table = state.rules.play(state.table, event.turn)
    version = state.version + 1
    first, second = state.lag
    if event.seat == 0:
        first = first.after(event.credit_ms)
    else:
        second = second.after(event.credit_ms)
    return Running(
        state.started,
        state.rules,
        table,
        _clock(state.clock.control, event.clock, fact.at_ms),
        version=version,
        position=version,
        lag=(first, second),
        offered=state.offered,
        asked=state.asked,
        deal_secrets=state.deal_secrets,
        credited_to_ms=state.credited_to_ms,
        plies=state.plies + 1,
        earlier=_earlier(state, event.seat),
    )


def _earlier(state: Running, seat: int) -> Earlier | None:
    """What a turn can be taken back to; nothing is kept where that is not possible."""
    if not state.keeps_earlier():
        return None
    return Earlier(state.table, state.position, seat, state.earlier)


def _taken_back(state: Running, event: TurnsTakenBack, fact: Fact) -> Running:
    """The table as it was; offers and asks die, since the position has changed."""
    table, rest = state.table, state.earlier
    for _ in range(event.plies):
        if rest is None:
            msg = "more turns are taken back than were played"
            raise ValueError(msg)
        table, rest = rest.table, rest.before
    version = state.version + 1
    return _replace(
        state,
        version=version,
        position=version,
        table=table,
        clock=_clock(state.clock.control, event.clock, fact.at_ms),
        offer=None,
        ask=None,
        plies=state.plies - event.plies,
        earlier=rest,
    )


def _other(state: Running, fact: Fact) -> Running:
    version = state.version + 1
    match fact.event:
        case DrawOffered() | DrawDeclined() as event:
            return _offer(state, event, version)
        case UndoAsked() | UndoDeclined() as event:
            return _ask(state, event, version)
        case ClockCredited(to_ms=to_ms, since_ms=since_ms):
            clock = _replace(state.clock, since_ms=since_ms)
            return _replace(state, version=version, clock=clock, credited_to_ms=to_ms)
        case Dealt() | Reshuffled() as event:
            return _dealt(state, event, fact)
        case TurnsTakenBack() as event:
            return _taken_back(state, event, fact)
        case PauseBegan() | PauseOver() | Unveiled() | GameEnded() as event:
            clock = _clock(state.clock.control, event.clock, fact.at_ms)
            return _stop_or_go(_replace(state, version=version, clock=clock), event, fact)
        case GameStarted() | TurnPlayed():
            msg = f"out of place: {type(fact.event).__name__}"
            raise ValueError(msg)
        case _ as never:
            assert_never(never)


def _offer(state: Running, event: DrawOffered | DrawDeclined, version: int) -> Running:
    if isinstance(event, DrawDeclined):
        return _replace(state, version=version, offer=None)
    first, second = state.offered
    offered = (state.position, second) if event.seat == 0 else (first, state.position)
    return _replace(state, version=version, offer=Offer(event.seat, version), offered=offered)


def _ask(state: Running, event: UndoAsked | UndoDeclined, version: int) -> Running:
    if isinstance(event, UndoDeclined):
        return _replace(state, version=version, ask=None)
    first, second = state.asked
    asked = (state.position, second) if event.seat == 0 else (first, state.position)
    return _replace(state, version=version, ask=Offer(event.seat, version), asked=asked)


def _stop_or_go(
    state: Running, event: PauseBegan | PauseOver | Unveiled | GameEnded, fact: Fact
) -> Running:
    match event:
        case PauseBegan(until_ms):
            return _replace(state, pause=Break(state.version, until_ms))
        case PauseOver():
            table = fact.table if fact.table is not None else state.rules.resume(state.table)
            return _replace(state, table=table, pause=None)
        case Unveiled():
            return state
        case GameEnded():
            return _replace(state, ended=event, offer=None, ask=None, pause=None)
        case _ as never:
            assert_never(never)


def _dealt(state: Running, event: Dealt | Reshuffled, fact: Fact) -> Running:
    """What chance did. After a reshuffle everybody sees the same position as before it."""
    if fact.secret is None:
        msg = "a deal without its secret can't be replayed"
        raise ValueError(msg)
    secret, table = fact.secret.owner, fact.table
    if table is None:
        is_new = isinstance(event, Dealt)
        chance = state.rules.deal if is_new else state.rules.reshuffled
        table = chance(state.table, secret["dealt"])
    version = state.version + 1
    state = _replace(
        state, version=version, table=table, deal_secrets=(*state.deal_secrets, secret)
    )
    if isinstance(event, Reshuffled):
        return state
    clock = _clock(state.clock.control, event.clock, fact.at_ms)
    return _replace(state, position=version, clock=clock, earlier=None)


def _clock(control: TimeControl, reading: ClockReading, at_ms: int) -> Clock:
    return Clock(control, reading.remaining_ms, reading.running, at_ms)
