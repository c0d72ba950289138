"""Routes about people: names by id, profiles. Names are in no event; this is where they are."""

import asyncio
from typing import Final

import msgspec
from aiohttp import web

from libs.contracts.account_http import Names, PlayRecord, Profile
from libs.contracts.accounts import MOST_NAMES
from libs.contracts.archive import GameFilter, GameSummary
from libs.contracts.ids import PlayerId, is_bot
from services.gateway.decider.ids import is_player
from services.gateway.decider.refusals import RefusedError, encode
from services.gateway.http.bodies import as_json
from services.gateway.http.parts import Parts

STANDING_WITHIN_S: Final = 1.0
RECENT: Final = 10
PUBLIC: Final = GameFilter(is_public=True)

_games = msgspec.json.Decoder(list[GameSummary]).decode


class People:
    """What everybody may know of others."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.get("/api/names", self.names),
            web.get("/api/players/{player}", self.profile),
        ]

    async def names(self, request: web.Request) -> web.Response:
        """Names by id; of whom none is known any more, null."""
        ids = [text for text in request.query.get("ids", "").split(",") if text]
        players = [PlayerId(text) for text in dict.fromkeys(ids) if not is_bot(text)]
        if len(players) > MOST_NAMES or not all(map(is_player, players)):
            raise RefusedError("bad_message")
        return as_json(encode(Names(await self.names_of(players))))

    async def names_of(self, players: list[PlayerId]) -> dict[PlayerId, str | None]:
        """Names by id; accounts is asked for those that were not asked for lately."""
        cache, now_s = self._parts.shown.names, self._parts.now_s()
        found = cache.known(players, now_s)
        missing = [player for player in players if player not in found]
        if missing:
            changes = cache.changes
            fresh = await self._parts.questions.accounts.names(missing)
            cache.remember(fresh, now_s, changes)
            found |= fresh
        return {player: found.get(player) for player in players}

    async def profile(self, request: web.Request) -> web.Response:
        """A person, of what each service knows."""
        player = PlayerId(request.match_info["player"])
        if not is_player(player):
            raise RefusedError("player_not_found")
        person = await self._parts.questions.accounts.person(player)
        (elo, points), record, recent = await asyncio.gather(
            self._standing(player), self._record(player), self._recent(player)
        )
        profile = Profile(person.player, person.since_ms, elo, points, record, recent)
        return as_json(encode(profile))

    async def _record(self, player: PlayerId) -> PlayRecord | None:
        """How games against people went; None when the archive is silent."""
        try:
            tally = await self._parts.questions.archive.record(player, STANDING_WITHIN_S)
        except RefusedError:
            return None
        return PlayRecord(tally.won, tally.drawn, tally.lost)

    async def _recent(self, player: PlayerId) -> list[GameSummary] | None:
        """The last public games; None when the archive is silent. Others' rooms stay private."""
        asked = self._parts.questions.archive.finished(
            player, None, RECENT, PUBLIC, STANDING_WITHIN_S
        )
        try:
            return _games(await asked)
        except RefusedError:
            return None

    async def _standing(self, player: PlayerId) -> tuple[dict[str, int] | None, int | None]:
        """Elo by family and points; neither when ratings is silent."""
        try:
            ratings = await self._parts.questions.ratings.of(player, STANDING_WITHIN_S)
        except RefusedError:
            return None, None
        return {str(family): elo for family, elo in ratings.elo.items()}, ratings.points
