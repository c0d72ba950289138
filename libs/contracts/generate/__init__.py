"""Everything that is generated from the contracts, as texts by path."""

from libs.contracts.generate.asyncapi import asyncapi
from libs.contracts.generate.openapi import openapi
from libs.contracts.generate.schemas import FAMILIES, json_text, schema_of
from libs.contracts.generate.typescript import typescript


def generated() -> dict[str, str]:
    """All generated files: path below the root → text."""
    files = {f"proto/schemas/{name}.json": schema_of(name) for name in FAMILIES}
    files["proto/openapi.json"] = json_text(openapi())
    files["proto/asyncapi.json"] = json_text(asyncapi())
    files["services/web/src/lib/protocol/generated.ts"] = typescript()
    return files
