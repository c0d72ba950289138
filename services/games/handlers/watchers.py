"""Which gateway shows which game to whom: interest, presence, and who was cut off by us.

Only memory: gateways repeat their whole list every few seconds, so a new owner knows it soon.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from libs.contracts.games import WatchedGame
from libs.contracts.ids import GameId, PlayerId

BEAT_LOST_MS: Final = 3_000
"""A gateway without a beat for so long is gone."""

BEAT_LATE_MS: Final = 900
"""Beats come every 400 ms: who returns through another gateway after so long was cut off."""

ABSENCE_KEPT_MS: Final = 4 * 3_600_000
"""Absences that are older are forgotten: such a game has long been claimed or has run out."""

HOLD_MS: Final = 30_000
"""How long a player whose gateway went away is given to come back on our time."""


class Interest(msgspec.Struct):
    """What one gateway has of one game: whose seats, who else, how many without a session."""

    players: set[PlayerId]
    people: set[PlayerId]
    strangers: int


class Cut(msgspec.Struct, frozen=True):
    """A player lost the connection through us: nothing is charged from then on, for a while."""

    game: GameId
    player: PlayerId
    since_ms: int


class Watchers:
    """The interest of all gateways in the games of this instance."""

    def __init__(self) -> None:
        self._beats: dict[str, int] = {}
        self._games: dict[GameId, dict[str, Interest]] = {}
        self._away: dict[tuple[GameId, PlayerId], int] = {}
        self._cuts: dict[tuple[GameId, PlayerId], Cut] = {}
        self._counts_from_ms = 0
        self.changed: set[GameId] = set()
        """Games whose presence has changed since the caller last looked."""

    def gateways(self, game: GameId) -> dict[str, Interest]:
        """Who is to get this game's events; must not be changed."""
        return self._games.get(game, {})

    def watch(self, gateway: str, game: GameId, player: PlayerId, now_ms: int) -> None:
        """One more socket of a player of the game shows it."""
        self._heard(gateway, self._beats.get(gateway, now_ms))
        self._note_cut(game, player, now_ms)
        self._interest(game, gateway).players.add(player)
        self._away.pop((game, player), None)
        self.changed.add(game)

    def look_on(self, gateway: str, game: GameId, person: PlayerId | None, now_ms: int) -> None:
        """One more socket of somebody else shows it; None: of somebody without a session."""
        self._heard(gateway, self._beats.get(gateway, now_ms))
        interest = self._interest(game, gateway)
        if person is None:
            interest.strangers += 1
        else:
            interest.people.add(person)
        self.changed.add(game)

    def _interest(self, game: GameId, gateway: str) -> Interest:
        return self._games.setdefault(game, {}).setdefault(gateway, Interest(set(), set(), 0))

    def renew(self, gateway: str, shard: str, games: Iterable[WatchedGame], now_ms: int) -> None:
        """A gateway's whole list for one shard (the two digits its ids begin with)."""
        self._heard(gateway, max(now_ms, self._beats.get(gateway, 0)))
        listed = {entry.game: entry for entry in games if entry.game.startswith(shard)}
        for game in [game for game in self._of(gateway) if game.startswith(shard)]:
            if game not in listed:
                self._forget(gateway, game, now_ms)
        for game, entry in listed.items():
            interest = Interest(set(entry.players), set(entry.people), entry.strangers)
            self._replace(gateway, game, interest, now_ms)

    def beat(self, gateway: str, now_ms: int) -> None:
        """A gateway lives."""
        self._heard(gateway, now_ms)

    def restart_absences(self, now_ms: int) -> None:
        """Whoever has been away until now may have been kept away by us: it doesn't count."""
        self._counts_from_ms = now_ms

    def lost(self, now_ms: int) -> list[str]:
        """Gateways that have stopped beating."""
        return [g for g, beat_ms in self._beats.items() if now_ms - beat_ms > BEAT_LOST_MS]

    def drop(self, gateway: str, now_ms: int) -> None:
        """A gateway is gone, through no fault of its players: they count as cut off."""
        since_ms = min(self._beats.pop(gateway, now_ms), now_ms)
        for game in list(self._of(gateway)):
            players = self._games[game][gateway].players
            self._forget(gateway, game, since_ms)
            for player in players:
                if not self.is_connected(game, player):
                    self._cuts[game, player] = Cut(game, player, since_ms)

    @property
    def has_cuts(self) -> bool:
        """Whether anybody is cut off: hardly ever."""
        return bool(self._cuts)

    def take_cut(self, game: GameId, player: PlayerId) -> Cut | None:
        """What a player lost through us, and forgets it: the caller credits the clock."""
        return self._cuts.pop((game, player), None)

    def ended_cuts(self, now_ms: int) -> list[Cut]:
        """Cuts whose player is back, and those that have lasted as long as they may."""
        return [
            cut
            for cut in self._cuts.values()
            if now_ms - cut.since_ms >= HOLD_MS or self.is_connected(cut.game, cut.player)
        ]

    def hold_ms(self, game: GameId, player: PlayerId, now_ms: int) -> int:
        """How much longer a player's flag must wait, 0 if it need not."""
        cut = self._cuts.get((game, player))
        return 0 if cut is None else max(0, cut.since_ms + HOLD_MS - now_ms)

    def is_connected(self, game: GameId, player: PlayerId) -> bool:
        """Whether any socket of that player shows the game."""
        return any(player in interest.players for interest in self.gateways(game).values())

    def away_since_ms(self, game: GameId, player: PlayerId, now_ms: int) -> int | None:
        """Since when a player has no connection, None if connected.

        Counts from the first time this instance is asked or told: what was before isn't known.
        While no gateway lives nobody can come, so it begins when there is one again.
        """
        if self.is_connected(game, player):
            return None
        since_ms = self._away.setdefault((game, player), now_ms)
        return max(since_ms, self._counts_from_ms) if self._beats else now_ms

    def spectators(self, game: GameId) -> int:
        """How many watch who don't play; a person counts once, over all tabs and gateways."""
        interests = self.gateways(game).values()
        people = set[PlayerId]().union(*(interest.people for interest in interests))
        return len(people) + sum(interest.strangers for interest in interests)

    def forget_game(self, game: GameId) -> None:
        """The game is no longer this instance's."""
        self._games.pop(game, None)
        for key in [key for key in self._away if key[0] == game]:
            del self._away[key]
        for key in [key for key in self._cuts if key[0] == game]:
            del self._cuts[key]

    def forget_old_absences(self, now_ms: int) -> None:
        """Keeps memory bounded: nobody tells us that a game's players will never come back."""
        old = [key for key, since_ms in self._away.items() if now_ms - since_ms > ABSENCE_KEPT_MS]
        for key in old:
            del self._away[key]

    def _heard(self, gateway: str, at_ms: int) -> None:
        if not self._beats:
            self.restart_absences(at_ms)
        self._beats[gateway] = at_ms

    def _of(self, gateway: str) -> Iterator[GameId]:
        return (game for game, interests in self._games.items() if gateway in interests)

    def _note_cut(self, game: GameId, player: PlayerId, now_ms: int) -> None:
        """Who comes back before the old gateway counts as lost has lost time all the same."""
        beats = [
            self._beats.get(other, 0)
            for other, interest in self.gateways(game).items()
            if player in interest.players
        ]
        last_ms = max(beats, default=now_ms)
        if now_ms - last_ms > BEAT_LATE_MS:
            self._cuts.setdefault((game, player), Cut(game, player, last_ms))

    def _replace(self, gateway: str, game: GameId, interest: Interest, now_ms: int) -> None:
        before = self._games.setdefault(game, {}).get(gateway)
        if before == interest:
            return
        self._games[game][gateway] = interest
        for player in interest.players:
            self._away.pop((game, player), None)
        self._mark_away(game, before.players if before else set(), now_ms)
        self.changed.add(game)

    def _forget(self, gateway: str, game: GameId, now_ms: int) -> None:
        interests = self._games[game]
        interest = interests.pop(gateway)
        if not interests:
            del self._games[game]
        self._mark_away(game, interest.players, now_ms)
        self.changed.add(game)

    def _mark_away(self, game: GameId, players: set[PlayerId], now_ms: int) -> None:
        for player in players:
            if not self.is_connected(game, player):
                self._away.setdefault((game, player), now_ms)
