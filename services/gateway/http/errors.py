"""Whatever goes wrong leaves as a refusal in JSON with a fitting status."""

from collections.abc import Callable
from typing import Any, Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from libs.runtime import get_logger
from services.gateway.decider.refusals import RefusedError, http_refusal, status_of

CODES: Final = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
}
HTTP_ERROR: Final = 400


def refusal(code: str, detail: dict[str, Any] | None = None, status: int = 0) -> web.Response:
    """The response of a refusal."""
    return web.Response(
        body=http_refusal(code, detail),
        status=status or status_of(code),
        content_type="application/json",
    )


def errors_as_json(check: Callable[[web.Request], None]) -> Middleware:
    """The outermost layer: nothing else leaves than what was meant to.

    `check` may refuse a request before it is looked at. One layer, not two: each is a frame that
    every open socket keeps.
    """

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            check(request)
            return await handler(request)
        except RefusedError as refused:
            return refusal(refused.code, refused.detail)
        except web.HTTPException as error:
            return _of_aiohttp(error)
        except ConnectionError:
            raise  # the client has gone: there is nobody to answer
        except Exception:  # noqa: BLE001  the one place where a request's fault is caught
            get_logger(service="gateway").exception("request failed", route=_route(request))
            return refusal("internal_error")

    return guard


def _of_aiohttp(error: web.HTTPException) -> web.StreamResponse:
    if error.status < HTTP_ERROR:
        return error
    response = refusal(CODES.get(error.status, "bad_request"), status=error.status)
    if "Allow" in error.headers:
        response.headers["Allow"] = error.headers["Allow"]
    return response


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "none"
