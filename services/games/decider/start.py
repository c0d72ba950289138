"""How a game begins: the terms are checked against the rules, every option is written out."""

import msgspec

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import ClockReading, GameStarted, GameTerms, StartGame
from libs.contracts.ids import is_bot
from libs.rules import registry
from libs.rules.game import FIRST, OptionError, Pending, Turn
from libs.timing import Clock
from services.games.decider.evolve import evolve
from services.games.decider.settle import settle
from services.games.decider.state import Fact, GameState


def start_game(command: StartGame, state: GameState, context: Context) -> Decision[Fact]:
    """The start, and the deals that follow by themselves."""
    if state is not None:
        return Decision((), Refusal("game_exists"))
    terms = command.terms
    try:
        rules = registry.current(terms.game)
        options = rules.options(terms.variant, terms.options)
    except (registry.UnknownGameError, OptionError) as error:
        return Decision((), Refusal("unknown_terms", {"terms": str(error)}))
    if not _is_for_them(command):
        return Decision((), Refusal("not_practice"))
    table = rules.setup(options)
    clock = _first_clock(terms, rules.pending(table), context.at_ms)
    event = GameStarted(
        msgspec.structs.replace(terms, options=dict(options)),
        rules.version,
        command.seats,
        ClockReading.of(clock),
        command.room,
    )
    fact = Fact(context.at_ms, event, table=table)
    started = evolve(None, fact)
    return Decision((fact, *settle(started, context.at_ms, context.entropy)))


def _is_for_them(command: StartGame) -> bool:
    """Whether a computer plays in practice, untimed, against a person; and nowhere else."""
    computers = sum(is_bot(seat.player) for seat in command.seats)
    if not command.terms.is_practice():
        return computers == 0
    return computers == 1 and not command.terms.time.is_timed()


def _first_clock(terms: GameTerms, pending: Pending, at_ms: int) -> Clock:
    if terms.is_practice():
        return Clock.standing(terms.time, at_ms)
    clock = Clock.start(terms.time, FIRST, at_ms)
    running = pending.seat if isinstance(pending, Turn) else None
    return msgspec.structs.replace(clock, running=running)
