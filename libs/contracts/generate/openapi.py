"""OpenAPI of the gateway's HTTP routes."""

import re
from typing import Any

import msgspec

from libs.contracts.http import HttpRefusal
from libs.contracts.route import Route
from libs.contracts.routes import ROUTES


def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document."""
    types = [HttpRefusal]
    for route in ROUTES:
        types += [kind for kind in (route.answer, route.body) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Spielcenter", "version": "1"},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    refusal = _content(schemas[repr(HttpRefusal)])
    operation: dict[str, Any] = {
        "summary": route.summary,
        "responses": {
            "200": {"description": "Done", **_content(schemas[repr(route.answer)], route.media)},
            "default": {"description": "Refused", **refusal},
        },
    }
    names = re.findall(r"{(\w+)}", route.path)
    parameters = [_parameter(name, place="path") for name in names]
    parameters += [_parameter(name, place="query") for name in route.query]
    if parameters:
        operation["parameters"] = parameters
    if route.body is not None:
        operation["requestBody"] = {"required": True, **_content(schemas[repr(route.body)])}
    return operation


def _parameter(name: str, *, place: str) -> dict[str, Any]:
    schema = {"type": "string"}
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _content(schema: Any, media: str = "application/json") -> dict[str, Any]:
    return {"content": {media: {"schema": schema}}}
