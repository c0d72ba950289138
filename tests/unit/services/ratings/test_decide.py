"""What a rated game's stream and a wallet's decide; the ledger has its own tests."""

from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from libs.contracts.envelope import CommandEnvelope
from libs.contracts.ids import CommandId, GameId, PlayerId
from libs.contracts.ratings import (
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
    stream_of,
)
from libs.testkit.deciding import Given, given
from services.ratings.decider import Fact, RatingState
from services.ratings.handlers import RatingDecider, make_codec, read_command

HOUSE = "service:ratings"
GAME = GameId("0c-game")
ANN, BEN = PlayerId("00-ann"), PlayerId("01-ben")
WISH = ReserveStakes(GAME, "mills", (ANN, BEN), 30)
RESERVED = StakesReserved(GAME, "mills", (ANN, BEN), 30)
UNSTARTED = StakesReleased(GAME, (ANN, BEN), 30, "not_started")
TOO_SHORT = StakesReleased(GAME, (ANN, BEN), 30, "too_short")
WON = GameRated(GAME, "mills", (ANN, BEN), 1, 30)
NOON = 1_774_778_400_000
"""29 March 2026 in Berlin, the day with 23 hours."""


def after(*events: RatingEvent) -> Given[RatingState, RatingCommand, Fact]:
    return given(RatingDecider(), *(Fact(event) for event in events))


def facts(*events: RatingEvent) -> tuple[Fact, ...]:
    return tuple(Fact(event) for event in events)


def test_stakes_are_reserved_once() -> None:
    after().when(WISH, actor=HOUSE).then(*facts(RESERVED))
    assert after(RESERVED).when(WISH, actor=HOUSE).decision.events == ()


def test_another_agreement_replaces_one_that_led_to_no_game() -> None:
    other = ReserveStakes(GAME, "mills", (ANN, BEN), 50)
    after(RESERVED, UNSTARTED).when(WISH, actor=HOUSE).then(*facts(RESERVED))
    after(RESERVED).when(other, actor=HOUSE).then(
        *facts(UNSTARTED, StakesReserved(GAME, "mills", (ANN, BEN), 50))
    )


def test_other_seats_are_another_agreement_for_they_say_who_wins() -> None:
    swapped = ReserveStakes(GAME, "mills", (BEN, ANN), 30)
    after(RESERVED).when(swapped, actor=HOUSE).then(
        *facts(UNSTARTED, StakesReserved(GAME, "mills", (BEN, ANN), 30))
    )


def test_a_game_that_is_over_is_never_reserved_for_again() -> None:
    for over in (WON, TOO_SHORT):
        decision = after(RESERVED, over).when(WISH, actor=HOUSE).decision
        assert (decision.events, decision.refusal) == ((), None)


@pytest.mark.parametrize("stake", [-10, 5, 15, 101, 110, 10**12])
def test_stakes_are_tens_up_to_a_hundred(stake: int) -> None:
    assert not is_stake(stake)
    wish = ReserveStakes(GAME, "mills", (ANN, BEN), stake)
    after().when(wish, actor=HOUSE).refused("bad_stake")


def test_the_possible_stakes() -> None:
    assert [n for n in range(200) if is_stake(n)] == [0, *range(10, 101, 10)]


def test_nobody_plays_against_themselves() -> None:
    wish = ReserveStakes(GAME, "mills", (ANN, ANN), 10)
    after().when(wish, actor=HOUSE).refused("bad_message")


def test_a_finished_game_is_rated_once_or_counts_for_nothing() -> None:
    settle = SettleGame(GAME, 1, counts=True)
    after(RESERVED).when(settle, actor=HOUSE).then(*facts(WON))
    short = SettleGame(GAME, 1, counts=False)
    after(RESERVED).when(short, actor=HOUSE).then(*facts(TOO_SHORT))
    for over in (WON, TOO_SHORT, UNSTARTED):
        for again in (settle, short, ReleaseStakes(GAME)):
            assert after(RESERVED, over).when(again, actor=HOUSE).decision.events == ()


def test_a_game_that_nobody_reserved_for_is_not_rated() -> None:
    assert after().when(SettleGame(GAME, 0, counts=True), actor=HOUSE).decision.events == ()
    assert after().when(ReleaseStakes(GAME), actor=HOUSE).decision.events == ()


def test_a_wallet_is_opened_once_and_stays_closed() -> None:
    opened, closed = WalletOpened(ANN, 500), WalletClosed(ANN)
    after().when(OpenWallet(ANN), actor=HOUSE).then(*facts(opened))
    assert after(opened).when(OpenWallet(ANN), actor=HOUSE).decision.events == ()
    after(opened).when(CloseWallet(ANN), actor=HOUSE).then(*facts(closed))
    for command in (OpenWallet(ANN), CloseWallet(ANN)):
        assert after(opened, closed).when(command, actor=HOUSE).decision.events == ()
    assert after().when(CloseWallet(ANN), actor=HOUSE).decision.events == ()


def test_a_wallet_is_filled_up_once_a_berlin_day_by_its_owner() -> None:
    opened, refill = WalletOpened(ANN, 500), RefillWallet(ANN)
    today = WalletRefilled(ANN, 50, "2026-03-29")
    decision = after(opened).when(refill, actor=ANN, at_ms=NOON).decision
    assert decision.events == (Fact(today, NOON),)
    filled = after(opened, today)
    filled.when(refill, actor=ANN, at_ms=NOON + 12 * 3_600_000 - 1).refused("refilled_today")
    tomorrow = filled.when(refill, actor=ANN, at_ms=NOON + 12 * 3_600_000).decision
    assert tomorrow.events[0].event == WalletRefilled(ANN, 50, "2026-03-30")
    after(opened).when(refill, actor=BEN, at_ms=NOON).refused("not_a_player")
    after(opened).when(refill, actor=HOUSE, at_ms=NOON).refused("not_a_player")
    after().when(refill, actor=ANN, at_ms=NOON).refused("account_needed")
    after(opened, WalletClosed(ANN)).when(refill, actor=ANN, at_ms=NOON).refused("account_needed")


@pytest.mark.parametrize(
    "command",
    [
        WISH,
        ReleaseStakes(GAME),
        SettleGame(GAME, 0, counts=True),
        OpenWallet(ANN),
        CloseWallet(ANN),
    ],
)
def test_only_the_house_moves_stakes_and_opens_wallets(command: RatingCommand) -> None:
    for state in (after(), after(RESERVED), after(WalletOpened(ANN, 500))):
        state.when(command, actor=ANN).refused("service_only")


def test_a_command_names_its_own_stream() -> None:
    def envelope(stream: str) -> CommandEnvelope:
        packed = msgspec.Raw(msgspec.msgpack.encode(WISH))
        return CommandEnvelope(stream, HOUSE, CommandId("x"), 0, 0, "c", packed)

    assert read_command(envelope(stream_of(GAME))) == WISH
    with pytest.raises(msgspec.ValidationError):
        read_command(envelope(stream_of(GameId("0d-other"))))


COMMANDS = st.sampled_from(
    [
        WISH,
        ReserveStakes(GAME, "mills", (BEN, ANN), 0),
        ReleaseStakes(GAME),
        SettleGame(GAME, 0, counts=True),
        SettleGame(GAME, None, counts=True),
        SettleGame(GAME, 1, counts=False),
    ]
)


@dataclass
class Escrow:
    """What the events make of a game's escrow."""

    taler: int = 0
    is_over: bool = False

    def follow(self, event: RatingEvent) -> None:
        """Nothing is reserved twice, nothing is given back that is not there."""
        assert not self.is_over
        match event:
            case StakesReserved(stake_taler=stake):
                assert self.taler == 0
                self.taler = 2 * stake
            case StakesReleased(stake_taler=stake, cause=cause):
                assert self.taler == 2 * stake
                self.taler, self.is_over = 0, cause == "too_short"
            case GameRated(stake_taler=stake):
                assert self.taler == 2 * stake
                self.taler, self.is_over = 0, True
            case _:
                pytest.fail(f"{event} in a game's stream")


@for_all(st.lists(COMMANDS, max_size=30))
def test_whatever_comes_in_whatever_order_a_game_ends_once(commands: list[RatingCommand]) -> None:
    state, escrow = after(), Escrow()
    for command in commands:
        events = state.when(command, actor=HOUSE).decision.events
        for fact in events:
            escrow.follow(fact.event)
        state = state.and_then(*events)


def test_events_are_stored_as_they_are() -> None:
    stored = make_codec().encode(Fact(WON, 7))
    assert stored.type == "ratings.game_rated"
    assert stored.secret is None
