"""TypeScript types of everything the browser client sends or gets."""

from typing import Any, Final

import msgspec

from libs.contracts import (
    account_http,
    archive_routes,
    bots,
    client_in,
    client_out,
    games,
    http,
    lobby_routes,
    matchmaking,
    rating_routes,
)

UNIONS: Final[dict[str, Any]] = {
    "FromClient": client_in.FromClient,
    "FromServer": client_out.FromServer,
    "GameEvent": games.GameEvent,
}
BODIES: Final = (
    http.Me,
    http.GuestRequest,
    http.NewRoom,
    http.NewPractice,
    http.NewHotseat,
    http.NewChallenge,
    http.NewSeek,
    http.QuickGame,
    matchmaking.Mailbox,
    http.EvaluationRequest,
    http.FinishedPage,
    http.HttpRefusal,
    bots.Hint,
    bots.Evaluation,
    bots.Review,
    *account_http.BODIES,
    *archive_routes.BODIES,
    *rating_routes.BODIES,
    *lobby_routes.BODIES,
)

HEADER: Final = (
    "// Generated from libs/contracts by `make proto`. Changes here are overwritten.\n\n"
)


def typescript() -> str:
    """The text of the client's `generated.ts`."""
    types = [*UNIONS.values(), *BODIES]
    schemas, definitions = msgspec.json.schema_components(types, ref_template="{name}")
    classes = _classes(types)
    parts = [
        f"export type {name} =\n  | " + "\n  | ".join(_alternatives(schema)) + ";\n"
        for name, schema in zip(UNIONS, schemas, strict=False)
    ]
    parts += [_interface(name, schema, classes[name]) for name, schema in definitions.items()]
    return HEADER + "\n".join(parts)


def _classes(types: list[Any]) -> dict[str, type[msgspec.Struct]]:
    found: dict[str, type[msgspec.Struct]] = {}
    pending: list[Any] = list(msgspec.inspect.multi_type_info(types))
    while pending:
        info = pending.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls.__name__ in found:
                continue
            found[info.cls.__name__] = info.cls
            pending += [field.type for field in info.fields]
        for name in ("types", "item_types"):
            pending += getattr(info, name, ())
        inner = ("item_type", "value_type")
        pending += [getattr(info, name) for name in inner if hasattr(info, name)]
    return found


def _interface(name: str, schema: dict[str, Any], cls: type[msgspec.Struct]) -> str:
    """Fields with a default may be missing only where we leave defaults out, or are the reader."""
    config = cls.__struct_config__
    may_lack = config.omit_defaults or config.forbid_unknown_fields
    lines = [f"/** {' '.join(schema.get('description', '').split())} */"]
    lines.append(f"export interface {name} {{")
    for field, kind in schema.get("properties", {}).items():
        is_optional = may_lack and field not in schema.get("required", ())
        lines.append(f"  {field}{'?' if is_optional else ''}: {_type(kind)};")
    return "\n".join([*lines, "}\n"])


def _alternatives(schema: dict[str, Any]) -> list[str]:
    return [_type(option) for option in schema.get("anyOf", [schema])]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(option) for option in schema["anyOf"])
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(item) for item in schema["prefixItems"]) + "]"
    return _plain(schema)


def _plain(schema: dict[str, Any]) -> str:
    kind = schema.get("type")
    if kind == "array":
        return f"{_grouped(_type(schema.get('items', {})))}[]"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    names = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return "null" if kind == "null" else names.get(str(kind), "unknown")


def _grouped(kind: str) -> str:
    return f"({kind})" if "|" in kind else kind
