"""Between turns: pauses that end by time or by a word, and the curtain at one device."""

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import ClockReading, GoOn, PauseOver, Unveil, Unveiled
from libs.contracts.ids import is_bot
from services.games.decider.evolve import evolve
from services.games.decider.settle import clock_for, settle
from services.games.decider.state import Fact, Running


def end_pause(state: Running, pause: int, context: Context) -> Decision[Fact]:
    """The pause of that version is over; a late or repeated end changes nothing.

    No instant ends one that waits for a person.
    """
    if state.pause is None or state.pause.version != pause:
        return Decision()
    if state.pause.until_ms is None:
        return Decision((), Refusal("paused"))
    remaining_ms = state.pause.until_ms - context.at_ms
    if remaining_ms > 0:
        return Decision((), Refusal("paused", {"remaining_ms": remaining_ms}))
    return _resume(state, context)


def decide_going_on(
    state: Running, seat: int, command: Unveil | GoOn, context: Context
) -> Decision[Fact]:
    """One of the two words by which people at one place go on."""
    match command:
        case Unveil(position):
            return _unveil(state, seat, position, context.at_ms)
        case GoOn(pause):
            return _go_on(state, seat, pause, context)


def _go_on(state: Running, seat: int, pause: int, context: Context) -> Decision[Fact]:
    """The person has seen enough of the round, where nobody else is kept waiting or hurried."""
    if is_bot(state.started.seats[seat].player):
        return Decision((), Refusal("not_a_player"))
    if state.pause is None or state.pause.version != pause:
        return Decision((), Refusal("no_such_pause"))
    if state.pause.until_ms is not None:
        return Decision((), Refusal("pause_ends_itself"))
    return _resume(state, context)


def _resume(state: Running, context: Context) -> Decision[Fact]:
    table = state.rules.resume(state.table)
    reading = ClockReading.of(clock_for(state, table, context.at_ms))
    fact = Fact(context.at_ms, PauseOver(reading), None, table)
    after = evolve(state, fact)
    return Decision((fact, *settle(after, context.at_ms, context.entropy)))


def _unveil(state: Running, seat: int, position: int, at_ms: int) -> Decision[Fact]:
    """The side to move is alone with the screen: from here on it sees its own, and thinks."""
    if not state.has_curtain():
        return Decision((), Refusal("no_curtain"))
    if state.pause is not None:
        return Decision((), Refusal("paused"))
    if position != state.position:
        return Decision((), Refusal("stale_position", {"position": state.position}))
    if state.clock.running is not None:
        return Decision((), Refusal("already_unveiled"))
    reading = ClockReading.of(state.clock.resume(seat, at_ms))
    return Decision((Fact(at_ms, Unveiled(seat, reading)),))
