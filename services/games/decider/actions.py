"""What the players of a running game may do, one function a verb."""

from typing import Final

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import (
    AcceptDraw,
    ClockCredited,
    ClockReading,
    CreditClock,
    DeclineDraw,
    DrawDeclined,
    DrawOffered,
    LeaveGame,
    OfferDraw,
    PlayTurn,
    Resign,
    Secret,
    TurnPlayed,
)
from libs.rules.game import FIRST, SECOND, SPECTATOR, IllegalMoveError, Outcome, Seat, Turn
from services.games.decider.commands import Request
from services.games.decider.settle import clock_for, end, follow
from services.games.decider.state import Fact, Running

ABSENCE_MS: Final = 60_000
"""How long a player must have had no connection before the other may claim the win."""


def play(
    state: Running, seat: int, command: PlayTurn, request: Request, context: Context
) -> Decision[Fact]:
    """One complete turn, and what follows from it by itself."""
    if command.position != state.position:
        return Decision((), Refusal("stale_position", {"position": state.position}))
    if state.pause is not None:
        return Decision((), Refusal("paused"))
    rules, before = state.rules, state.table
    pending = rules.pending(before)
    if not isinstance(pending, Turn) or pending.seat != seat:
        return Decision((), Refusal("not_your_turn"))
    if state.clock.running is None and state.has_curtain():
        return Decision((), Refusal("veiled"))
    try:
        rules.check(before, command.turn)
    except IllegalMoveError as error:
        return Decision((), Refusal(error.code, {"game": rules.key, "turn": command.turn[:40]}))
    fact = _turn(state, seat, command.turn, request.lag_ms, context.at_ms)
    return Decision((fact, *follow(state, fact, context.at_ms, context.entropy)))


def _turn(state: Running, seat: int, turn: str, lag_ms: int, at_ms: int) -> Fact:
    rules, before = state.rules, state.table
    after = rules.play(before, turn)
    spent_ms = at_ms - state.clock.since_ms
    credit_ms = 0
    if state.clock.control.is_timed():
        credit_ms = min(spent_ms, state.lag[seat].credit_for(lag_ms))
    clock = clock_for(state, after, at_ms, credit_ms=credit_ms)
    reading = ClockReading.of(clock)
    if not rules.has_secrets():
        return Fact(at_ms, TurnPlayed(seat, turn, reading, spent_ms, credit_ms), None, after)
    shown = rules.shown(before, turn, SPECTATOR)
    seats = (rules.shown(before, turn, FIRST), rules.shown(before, turn, SECOND))
    event = TurnPlayed(seat, turn, reading, spent_ms, credit_ms, shown)
    return Fact(at_ms, event, Secret(None, seats), after)


def decide_draw(
    state: Running, seat: int, command: OfferDraw | AcceptDraw | DeclineDraw, at_ms: int
) -> Decision[Fact]:
    """One of the three commands that lead to a draw by agreement, or don't."""
    match command:
        case OfferDraw():
            return _offer_draw(state, seat, at_ms)
        case AcceptDraw(offer):
            return _accept_draw(state, seat, offer, at_ms)
        case DeclineDraw(offer):
            return _decline_draw(state, seat, offer, at_ms)


def _offer_draw(state: Running, seat: int, at_ms: int) -> Decision[Fact]:
    """One offer at a time, and one a position from each side; two at one device just agree."""
    if state.started.terms.is_hotseat():
        return Decision((end(state, Outcome(None, "agreement"), at_ms),))
    if state.offer is not None or state.offered[seat] == state.position:
        return Decision((), Refusal("draw_already_offered"))
    return Decision((Fact(at_ms, DrawOffered(seat)),))


def _accept_draw(state: Running, seat: int, offer: int, at_ms: int) -> Decision[Fact]:
    """Ends the game if that very offer stands."""
    refusal = _answerable(state, seat, offer)
    if refusal is not None:
        return Decision((), refusal)
    return Decision((end(state, Outcome(None, "agreement"), at_ms),))


def _decline_draw(state: Running, seat: int, offer: int, at_ms: int) -> Decision[Fact]:
    """The offer is gone."""
    refusal = _answerable(state, seat, offer)
    if refusal is not None:
        return Decision((), refusal)
    return Decision((Fact(at_ms, DrawDeclined(seat, offer)),))


def _answerable(state: Running, seat: int, offer: int) -> Refusal | None:
    if state.offer is None or state.offer.version != offer:
        return Refusal("no_such_offer")
    return Refusal("own_offer") if state.offer.seat == seat else None


def _is_at_one_device(state: Running) -> bool:
    return state.started.terms.is_hotseat()


def give_up(state: Running, seat: int, command: Resign | LeaveGame, at_ms: int) -> Decision[Fact]:
    """Loses the game. Two at one device who leave it just stop playing: nobody has won.

    Neither of those two is to move in a pause, so neither can give up there.
    """
    if isinstance(command, Resign) and state.pause is not None and _is_at_one_device(state):
        return Decision((), Refusal("paused"))
    outcome = Outcome(Seat(1 - seat), "resigned")
    if isinstance(command, LeaveGame):
        is_nobody_s = _is_at_one_device(state)
        outcome = Outcome(None if is_nobody_s else Seat(1 - seat), "left")
    return Decision((end(state, outcome, at_ms),))


def claim_win(state: Running, seat: int, absent_ms: int, at_ms: int) -> Decision[Fact]:
    """Wins against somebody who has had no connection for a minute.

    A computer always has one, and so has whoever sits at the same device.
    """
    if state.started.terms.is_unseen():
        absent_ms = 0
    if absent_ms < ABSENCE_MS:
        return Decision((), Refusal("opponent_present", {"remaining_ms": ABSENCE_MS - absent_ms}))
    return Decision((end(state, Outcome(Seat(seat), "claimed"), at_ms),))


def credit_clock(state: Running, command: CreditClock, at_ms: int) -> Decision[Fact]:
    """An outage of ours, from…to, is not charged to the side that was thinking."""
    from_ms = max(command.from_ms, state.credited_to_ms)
    to_ms = min(command.to_ms, at_ms)
    credited = state.clock.credit(from_ms, to_ms)
    if to_ms <= from_ms or credited.since_ms == state.clock.since_ms:
        return Decision()
    event = ClockCredited(from_ms, to_ms, command.cause, credited.since_ms)
    return Decision((Fact(at_ms, event),))
