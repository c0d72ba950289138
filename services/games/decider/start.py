"""How a game begins: the terms are checked against the rules, every option is written out."""

from typing import Any

import msgspec

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import ClockReading, GameStarted, GameTerms, StartGame
from libs.contracts.ids import is_bot
from libs.rules import registry
from libs.rules.game import FIRST, OptionError, Pending, Rules, Turn
from libs.timing import BRAKE_MS, REST_MS, Clock
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
    code = _why_not_for_them(command)
    if code is not None:
        return Decision((), Refusal(code))
    table = rules.setup(options)
    clock = _first_clock(terms, rules, rules.pending(table), context.at_ms)
    event = GameStarted(
        msgspec.structs.replace(terms, options=dict(options)),
        rules.version,
        command.seats,
        ClockReading.of(clock),
        command.room,
        command.is_public and terms.kind in ("friendly", "rated"),
    )
    fact = Fact(context.at_ms, event, table=table)
    started = evolve(None, fact)
    return Decision((fact, *settle(started, context.at_ms, context.entropy)))


def _why_not_for_them(command: StartGame) -> str | None:
    """Why these two can't play it, None if they can.

    A computer plays in practice, untimed, against a person, and nowhere else. At one device
    somebody has both seats.
    """
    terms = command.terms
    first, second = (seat.player for seat in command.seats)
    computers = sum(map(is_bot, (first, second)))
    if terms.is_hotseat() and first != second:
        return "not_hotseat"
    if not terms.is_practice():
        return None if computers == 0 else "not_practice"
    return None if computers == 1 and not terms.time.is_timed() else "not_practice"


def _first_clock(terms: GameTerms, rules: Rules[Any], pending: Pending, at_ms: int) -> Clock:
    """Nobody's time runs before a deal, or behind a curtain."""
    if terms.is_practice():
        return Clock.standing(terms.time, at_ms)
    brake_ms = REST_MS if terms.is_hotseat() else BRAKE_MS
    clock = Clock.start(terms.time, FIRST, at_ms, brake_ms)
    is_veiled = terms.is_hotseat() and rules.has_secrets()
    running = pending.seat if isinstance(pending, Turn) and not is_veiled else None
    return msgspec.structs.replace(clock, running=running)
