"""How a game begins: the terms are checked against the rules, every option is written out."""

import msgspec

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import ClockReading, GameStarted, StartGame
from libs.rules import registry
from libs.rules.game import FIRST, OptionError, Turn
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
    table = rules.setup(options)
    pending = rules.pending(table)
    clock = Clock.start(terms.time, FIRST, context.at_ms)
    if isinstance(pending, Turn):
        clock = msgspec.structs.replace(clock, running=pending.seat)
    else:
        clock = msgspec.structs.replace(clock, running=None)
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
