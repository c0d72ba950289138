"""AsyncAPI of the socket and of the subjects between services."""

from typing import Any, Final

CHANNELS: Final[dict[str, tuple[str, str, str]]] = {
    "socket": ("/ws", "socket.in", "socket.out"),
    "game_commands": ("cmd.games.{shard}", "games.commands", ""),
    "game_queries": ("query.games.{shard}", "games.queries", ""),
    "room_commands": ("cmd.matchmaking.{shard}", "matchmaking.commands", ""),
    "room_queries": ("query.matchmaking.{shard}", "matchmaking.queries", ""),
    "account_queries": ("query.accounts", "accounts.messages", ""),
    "archive_queries": ("query.archive", "archive.messages", ""),
    "rating_commands": ("cmd.ratings.{shard}", "ratings.messages", ""),
    "rating_queries": ("query.ratings", "ratings.messages", ""),
    "lobby_commands": ("cmd.lobby.{shard}", "lobby.messages", ""),
    "lobby_queries": ("query.lobby.{shard}", "lobby.messages", ""),
    "hall": ("live.lobby", "", "lobby.messages"),
    "chat": ("live.chat", "", "lobby.messages"),
    "people_gone": ("lobby.gone", "", "lobby.messages"),
    "people_parted": ("lobby.parted", "", "lobby.messages"),
    "bot_queries": ("query.bots", "bots.messages", ""),
    "bot_jobs": ("jobs.bots.{kind}", "bots.jobs", ""),
    "game_events": ("ev.games.{shard}", "", "games.events"),
    "room_events": ("ev.matchmaking.{shard}", "", "matchmaking.events"),
    "account_events": ("ev.accounts.{shard}", "", "accounts.events"),
    "rating_events": ("ev.ratings.{shard}", "", "ratings.events"),
    "moderation_events": ("ev.lobby.{shard}", "", "lobby.events"),
    "live": ("live.{gateway}", "", "live"),
    "gateway_beats": ("gateway.beat", "", "live"),
    "owners": ("owner.{service}", "", "live"),
}
"""Channel → (address, family that is received there, family that is sent from there)."""


def asyncapi() -> dict[str, Any]:
    """The AsyncAPI 3.0 document; payloads refer to the JSON Schemas beside it."""
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for name, (address, received, sent) in CHANNELS.items():
        messages = {family: _message(family) for family in (received, sent) if family}
        channels[name] = {"address": address, "messages": messages}
        if "{" in address:
            parameter = address[address.index("{") + 1 : address.index("}")]
            channels[name]["parameters"] = {parameter: {}}
        for action, family in (("receive", received), ("send", sent)):
            if family:
                operations[f"{action}_{name}"] = _operation(action, name, family)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Spielcenter", "version": "1"},
        "channels": channels,
        "operations": operations,
    }


def _message(family: str) -> dict[str, Any]:
    return {"payload": {"$ref": f"./schemas/{family}.json"}}


def _operation(action: str, channel: str, family: str) -> dict[str, Any]:
    reference = f"#/channels/{channel}/messages/{family}"
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": reference}],
    }
