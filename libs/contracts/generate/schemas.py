"""JSON Schema of every family of messages."""

import json
from typing import Any, Final

import msgspec

from libs.contracts import (
    account_http,
    accounts,
    archive,
    archive_routes,
    bots,
    client_in,
    client_out,
    games,
    http,
    live,
    lobby,
    lobby_messages,
    lobby_routes,
    matchmaking,
    rating_routes,
    ratings,
)

FAMILIES: Final[dict[str, list[Any]]] = {
    "accounts.events": [accounts.AccountEvent],
    "accounts.messages": [
        accounts.AccountCommand,
        accounts.AccountQuery,
        accounts.OpenedAccount,
        accounts.OpenedSession,
        accounts.PublicPerson,
        accounts.SessionClosed,
        accounts.PlayerChanged,
    ],
    "archive.messages": [
        archive.ArchiveQuery,
        archive.GameRecord,
        archive.TextFile,
        archive.ExportPage,
        archive.RunningChanged,
    ],
    "bots.jobs": [bots.BotJob],
    "bots.messages": [bots.BotQuery, bots.Hint, bots.Evaluation, bots.Review],
    "games.commands": [games.GameCommand],
    "games.events": [games.GameEvent, games.Secret],
    "games.queries": [games.GameQuery, games.Watching, games.GameLog],
    "http": [
        http.Me,
        http.GuestRequest,
        http.NewRoom,
        http.NewPractice,
        http.NewHotseat,
        http.NewChallenge,
        http.NewSeek,
        http.QuickGame,
        http.EvaluationRequest,
        http.FinishedPage,
        http.HttpRefusal,
        *account_http.BODIES,
        *archive_routes.BODIES,
        *rating_routes.BODIES,
        *lobby_routes.BODIES,
    ],
    "live": [
        live.LiveBatch,
        live.GatewayBeat,
        live.OwnerAnnounced,
        live.PublicChanges,
        live.PublicShard,
    ],
    "lobby.events": [lobby.ModerationEvent],
    "lobby.messages": [
        lobby_messages.ModerationCommand,
        lobby_messages.LobbyQuery,
        lobby_messages.Acquaintance,
        lobby_messages.Hall,
        lobby_messages.HallChanged,
        lobby_messages.ChatChanged,
        lobby_messages.TableLines,
        lobby.Between,
        lobby.PersonGone,
        lobby.PeopleParted,
    ],
    "matchmaking.commands": [matchmaking.RoomCommand],
    "matchmaking.events": [matchmaking.RoomEvent],
    "matchmaking.queries": [matchmaking.RoomQuery, matchmaking.RoomView],
    "ratings.events": [ratings.RatingEvent],
    "ratings.messages": [
        ratings.RatingCommand,
        ratings.RatingQuery,
        ratings.PlayerRatings,
        ratings.RankingPage,
        ratings.RatingPoint,
        ratings.Wallet,
    ],
    "socket.in": [client_in.FromClient],
    "socket.out": [client_out.FromServer],
}


def json_text(value: Any) -> str:
    """Pretty JSON with a final newline."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def schema_of(family: str) -> str:
    """The JSON Schema text of a family: any of its messages, definitions below `$defs`."""
    schemas, definitions = msgspec.json.schema_components(
        FAMILIES[family], ref_template="#/$defs/{name}"
    )
    return json_text(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": family,
            "anyOf": list(schemas),
            "$defs": definitions,
        }
    )
