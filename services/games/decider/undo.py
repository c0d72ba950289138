"""Turns taken back: at once against a computer and at one device, else by consent.

Nothing is shuffled anew where people play: who has seen a card knows it, and it lies where it lay.
Against a computer what would have come is a secret again: in the same decision all that lies
hidden gets a new order with a promise of its own, and hands stay as they are.
"""

from typing import Any, Final

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import (
    AnswerUndo,
    AskUndo,
    ClockReading,
    Reshuffled,
    Secret,
    TakeBack,
    TurnsTakenBack,
    UndoAsked,
    UndoDeclined,
)
from libs.contracts.ids import is_bot
from libs.timing import Clock
from services.games.decider.chance import sealed, shuffled
from services.games.decider.state import Earlier, Fact, Running

MOST_SECRETS: Final = 500
"""So many deals and reshuffles a game: the end tells all their secrets in one event."""


def decide_undo(
    state: Running, seat: int, command: TakeBack | AskUndo | AnswerUndo, context: Context
) -> Decision[Fact]:
    """One of the three commands that undo, or may lead to it."""
    match command:
        case TakeBack(position):
            return _take_back(state, seat, position, context)
        case AskUndo(position):
            return _ask(state, seat, position, context.at_ms)
        case AnswerUndo(ask, accept):
            return _answer(state, seat, ask, context.at_ms, accept=accept)


def _take_back(state: Running, seat: int, position: int, context: Context) -> Decision[Fact]:
    """A person's last turn against a computer, with the reply if there has been one.

    At one device the last turn alone, and the one before it, as far as they like.
    """
    if state.started.terms.is_hotseat():
        seat = seat if state.earlier is None else state.earlier.seat
    elif not state.started.terms.is_practice() or is_bot(state.started.seats[seat].player):
        return Decision((), Refusal("practice_only"))
    if not state.keeps_earlier():
        return Decision((), Refusal("take_back_not_offered"))
    if len(state.deal_secrets) >= MOST_SECRETS:
        return Decision((), Refusal("taken_back_too_often"))
    refusal, found = _why_not(state, seat, position), _last_own(state, seat)
    if refusal is not None or found is None:
        return Decision((), refusal)
    back = _back(state, seat, found, context.at_ms)
    return Decision((back, *_reshuffle(state, found[0].table, context)))


def _ask(state: Running, seat: int, position: int, at_ms: int) -> Decision[Fact]:
    """One ask at a time, and one a position from each side."""
    if not state.is_by_consent():
        return Decision((), Refusal("undo_refused"))
    refusal = _why_not(state, seat, position)
    if refusal is not None:
        return Decision((), refusal)
    if state.ask is not None or state.asked[seat] == state.position:
        return Decision((), Refusal("undo_already_asked"))
    return Decision((Fact(at_ms, UndoAsked(seat)),))


def _answer(state: Running, seat: int, ask: int, at_ms: int, *, accept: bool) -> Decision[Fact]:
    """The turns are gone, or the ask is, if it is that very one which stands."""
    if state.ask is None or state.ask.version != ask:
        return Decision((), Refusal("no_such_ask"))
    if state.ask.seat == seat:
        return Decision((), Refusal("own_ask"))
    if not accept:
        return Decision((Fact(at_ms, UndoDeclined(seat, ask)),))
    found = _last_own(state, state.ask.seat)
    if found is None:
        return Decision((), Refusal("nothing_to_take_back"))
    return Decision((_back(state, state.ask.seat, found, at_ms),))


def _why_not(state: Running, seat: int, position: int) -> Refusal | None:
    """Why that seat can't leave that position, None if it can."""
    if position != state.position:
        return Refusal("stale_position", {"position": state.position})
    if state.pause is not None:
        return Refusal("paused")
    return None if _last_own(state, seat) is not None else Refusal("nothing_to_take_back")


def _last_own(state: Running, seat: int) -> tuple[Earlier, int] | None:
    """What was before that seat's last turn, and how many turns of both ago; None if none was."""
    plies, earlier = 1, state.earlier
    while earlier is not None and earlier.seat != seat:
        plies, earlier = plies + 1, earlier.before
    return None if earlier is None else (earlier, plies)


def _back(state: Running, seat: int, found: tuple[Earlier, int], at_ms: int) -> Fact:
    earlier, plies = found
    reading = ClockReading.of(_clock_then(state, seat, at_ms))
    return Fact(at_ms, TurnsTakenBack(seat, earlier.position, plies, reading))


def _reshuffle(state: Running, table: Any, context: Context) -> tuple[Fact, ...]:
    """A new order of what lies hidden on the table that is there again; none in open games.

    Only against a computer: at one device nothing is hidden where turns are taken back.
    """
    hidden = state.rules.reshuffle(table)
    if hidden is None:
        return ()
    salt = context.entropy + (state.version + 1).to_bytes(4, "big")
    order = shuffled(hidden.items, salt)
    secret, commitment = sealed(order, salt)
    after = state.rules.reshuffled(table, order)
    return (Fact(context.at_ms, Reshuffled(commitment), Secret(secret), after),)


def _clock_then(state: Running, seat: int, at_ms: int) -> Clock:
    """Both keep what they have now; from here on it is that seat which thinks."""
    if state.started.terms.is_practice():
        return state.clock
    return state.clock.stop(at_ms).resume(seat, at_ms)
