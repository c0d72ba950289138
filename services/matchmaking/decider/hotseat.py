"""Rooms for two people at one device: whoever opens them has both places, and all is agreed."""

import msgspec

from libs.contracts.decisions import Decision, Refusal
from libs.contracts.matchmaking import GameAgreed, RoomEvent, RoomJoined, RoomOpened, RoomTerms
from services.matchmaking.decider.terms import possible_time, with_options

_replace = msgspec.structs.replace


def at_one_device(opened: RoomOpened) -> Decision[RoomEvent]:
    """The host takes the other place too, so nobody can enter or change anything."""
    host = opened.host
    start = GameAgreed(opened.game_id, opened.terms.game, (host, host))
    return Decision((opened, RoomJoined(host), start))


def written_out_for_hotseat(terms: RoomTerms) -> RoomTerms | Refusal:
    """The terms with every option, or why nobody can play so at one device."""
    game = with_options(terms.game)
    if isinstance(game, Refusal):
        return game
    time = possible_time(game.time)
    if time is None:
        return Refusal("bad_time")
    if not game.is_hotseat() or game.stake_taler:
        return Refusal("not_hotseat")
    return _replace(terms, game=_replace(game, time=time))
