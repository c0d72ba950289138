"""Bodies of requests and responses: JSON, in time and of a sensible shape."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

from services.gateway.decider.parsing import parsed

T = TypeVar("T")


def as_json(body: bytes) -> web.Response:
    """A response that is JSON already."""
    return web.Response(body=body, content_type="application/json")


async def read_body(request: web.Request, decode: Callable[[bytes], T], within_s: float) -> T:
    """What was sent; who takes too long with it holds a connection for nothing.

    Raises RefusedError and aiohttp's HTTP errors.
    """
    try:
        async with asyncio.timeout(within_s):
            body = await request.read()
    except TimeoutError as error:
        raise web.HTTPRequestTimeout from error
    except (BadHttpMessage, web.RequestPayloadError) as error:
        raise web.HTTPBadRequest from error
    return parsed(decode, body)
