"""What a command leads to. Whether a wallet has enough, the ledger says in the transaction."""

from typing import Final, assert_never

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.ids import SERVICE_PREFIX, PlayerId
from libs.contracts.ratings import (
    REFILL_TALER,
    WELCOME_TALER,
    CloseWallet,
    GameRated,
    OpenWallet,
    RatingCommand,
    RatingEvent,
    RefillWallet,
    ReleaseStakes,
    ReserveStakes,
    SettleGame,
    StakesReleased,
    StakesReserved,
    WalletClosed,
    WalletOpened,
    WalletRefilled,
    is_stake,
)
from services.ratings.decider.berlin import berlin_day
from services.ratings.decider.state import Fact, Purse, RatingState, Stakes

NOTHING: Final[Decision[Fact]] = Decision()


def decide(command: RatingCommand, state: RatingState, context: Context) -> Decision[Fact]:
    """The decision on one command. Repeated ones change nothing, whatever their ids."""
    if isinstance(command, RefillWallet):
        return _refill(command.player, state, context)
    if not context.actor.startswith(SERVICE_PREFIX):
        return _refuse("service_only")
    if isinstance(command, OpenWallet | CloseWallet):
        return _open_or_close(command, state, context)
    return _refuse("bad_message") if isinstance(state, Purse) else _game(command, state, context)


def _game(
    command: ReserveStakes | ReleaseStakes | SettleGame, state: Stakes | None, context: Context
) -> Decision[Fact]:
    match command:
        case ReserveStakes():
            return _reserve(command, state, context)
        case ReleaseStakes():
            return _release(command, state, context)
        case SettleGame():
            return _settle(command, state, context)
        case _ as never:
            assert_never(never)


def _refuse(code: str) -> Decision[Fact]:
    return Decision((), Refusal(code))


def _facts(context: Context, *events: RatingEvent) -> Decision[Fact]:
    return Decision(tuple(Fact(event, context.at_ms) for event in events))


def _reserve(wanted: ReserveStakes, state: Stakes | None, context: Context) -> Decision[Fact]:
    """Once for each agreement; one that led to no game is replaced by the next."""
    if not is_stake(wanted.stake_taler):
        return _refuse("bad_stake")
    if wanted.players[0] == wanted.players[1]:
        return _refuse("bad_message")
    reserved = StakesReserved(wanted.game, wanted.family, wanted.players, wanted.stake_taler)
    if state is None or state.stage == "released":
        return _facts(context, reserved)
    if state.stage == "over" or _is_same(wanted, state):
        return NOTHING
    return _facts(context, _released(wanted, state), reserved)


def _is_same(wanted: ReserveStakes, state: Stakes) -> bool:
    """Also the seats: who has which one decides who wins."""
    asked = (wanted.family, wanted.players, wanted.stake_taler)
    return asked == (state.family, state.players, state.stake_taler)


def _release(command: ReleaseStakes, state: Stakes | None, context: Context) -> Decision[Fact]:
    if state is None or state.stage != "reserved":
        return NOTHING
    return _facts(context, _released(command, state))


def _released(command: ReserveStakes | ReleaseStakes, state: Stakes) -> StakesReleased:
    return StakesReleased(command.game, state.players, state.stake_taler, "not_started")


def _settle(command: SettleGame, state: Stakes | None, context: Context) -> Decision[Fact]:
    """A game that nobody reserved for is none of ours."""
    if state is None or state.stage != "reserved":
        return NOTHING
    game, stake = command.game, state.stake_taler
    if not command.counts:
        return _facts(context, StakesReleased(game, state.players, stake, "too_short"))
    return _facts(context, GameRated(game, state.family, state.players, command.winner, stake))


def _open_or_close(
    command: OpenWallet | CloseWallet, state: RatingState, context: Context
) -> Decision[Fact]:
    if isinstance(state, Stakes):
        return _refuse("bad_message")
    if isinstance(command, OpenWallet):
        opened = WalletOpened(command.player, WELCOME_TALER)
        return _facts(context, opened) if state is None else NOTHING
    is_open = state is not None and not state.is_closed
    return _facts(context, WalletClosed(command.player)) if is_open else NOTHING


def _refill(player: PlayerId, state: RatingState, context: Context) -> Decision[Fact]:
    """Once a Berlin day."""
    if context.actor != player:
        return _refuse("not_a_player")
    if not isinstance(state, Purse) or state.is_closed:
        return _refuse("account_needed")
    today = berlin_day(context.at_ms)
    if today <= state.refilled_on:
        return _refuse("refilled_today")
    return _facts(context, WalletRefilled(player, REFILL_TALER, today))
