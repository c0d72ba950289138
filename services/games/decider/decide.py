"""What a command leads to: facts, a refusal, or both (a turn after the flag ends the game)."""

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import (
    AcceptDraw,
    AnswerUndo,
    AskUndo,
    ClaimFlag,
    ClaimWin,
    CreditClock,
    DeclineDraw,
    EndPause,
    GoOn,
    LeaveGame,
    OfferDraw,
    PlayTurn,
    Resign,
    StartGame,
    TakeBack,
    Unveil,
)
from libs.contracts.ids import SERVICE_PREFIX
from libs.rules.game import Outcome, Seat
from services.games.decider import actions, intermission
from services.games.decider.commands import Request
from services.games.decider.settle import end
from services.games.decider.start import start_game
from services.games.decider.state import Fact, GameState, Running
from services.games.decider.undo import decide_undo

NOTHING: Decision[Fact] = Decision()

ServiceCommand = StartGame | ClaimFlag | CreditClock | EndPause
"""What no player may say."""


def decide(request: Request, state: GameState, context: Context) -> Decision[Fact]:
    """The decision on one command. `context` has the stamped instant, the actor, entropy."""
    command = request.command
    if isinstance(command, ServiceCommand):
        if not context.actor.startswith(SERVICE_PREFIX):
            return refuse("service_only")
        return _service(request, state, context)
    if state is None:
        return refuse("game_not_found")
    seat = state.acts_for(context.actor)
    return refuse("not_a_player") if seat is None else _player(request, state, seat, context)


def _player(request: Request, state: Running, seat: int, context: Context) -> Decision[Fact]:
    command = request.command
    if state.ended is not None:
        return refuse("game_over")
    if request.hold_ms <= 0 and state.clock.has_fallen(context.at_ms):
        own = isinstance(command, PlayTurn) and seat == state.clock.running
        code = "flag_fallen" if own else "game_over"
        return Decision((flag(state, context.at_ms),), Refusal(code))
    if isinstance(command, PlayTurn):
        return actions.play(state, seat, command, request, context)
    return _verb(request, state, seat, context)


def refuse(code: str, **detail: int | str) -> Decision[Fact]:
    """A refusal without any event."""
    return Decision((), Refusal(code, detail or None))


def flag(state: Running, at_ms: int) -> Fact:
    """The end by the clock, or by the brake where none runs: at one device without a winner."""
    running = state.clock.running
    winner = Seat(1 - (running or 0))
    if state.clock.control.is_timed() and running is not None:
        return end(state, Outcome(winner, "time"), at_ms)
    is_nobody_s = state.started.terms.is_hotseat()
    return end(state, Outcome(None if is_nobody_s else winner, "brake"), at_ms)


def _verb(request: Request, state: Running, seat: int, context: Context) -> Decision[Fact]:
    at_ms = context.at_ms
    match request.command:
        case OfferDraw() | AcceptDraw() | DeclineDraw() as command:
            return actions.decide_draw(state, seat, command, at_ms)
        case Resign() | LeaveGame() as command:
            return actions.give_up(state, seat, command, at_ms)
        case TakeBack() | AskUndo() | AnswerUndo() as command:
            return decide_undo(state, seat, command, context)
        case ClaimWin():
            return actions.claim_win(state, seat, request.absent_ms, at_ms)
        case Unveil() | GoOn() as command:
            return intermission.decide_going_on(state, seat, command, context)
        case _:
            msg = f"not a player's command: {type(request.command).__name__}"
            raise TypeError(msg)


def _service(request: Request, state: GameState, context: Context) -> Decision[Fact]:
    command = request.command
    if isinstance(command, StartGame):
        return start_game(command, state, context)
    if state is None:
        return refuse("game_not_found")
    if state.ended is not None:
        return NOTHING
    match command:
        case ClaimFlag(position):
            return _claim_flag(state, position, request.hold_ms, context.at_ms)
        case CreditClock():
            return _credit(state, command, context.at_ms)
        case EndPause(pause):
            return intermission.end_pause(state, pause, context)
        case _:
            msg = f"not a service's command: {type(command).__name__}"
            raise TypeError(msg)


def _claim_flag(state: Running, position: int, hold_ms: int, at_ms: int) -> Decision[Fact]:
    due_ms = state.clock.due_at_ms() or state.rests_until_ms()
    if position != state.position or due_ms is None:
        return NOTHING
    remaining_ms = max(due_ms - at_ms, hold_ms)
    if remaining_ms > 0:
        return refuse("flag_not_fallen", remaining_ms=remaining_ms)
    return Decision((flag(state, at_ms),))


def _credit(state: Running, command: CreditClock, at_ms: int) -> Decision[Fact]:
    due_ms = state.clock.due_at_ms()
    if due_ms is None:
        return NOTHING
    if due_ms <= command.from_ms:
        return Decision((flag(state, at_ms),))
    return actions.credit_clock(state, command, at_ms)
