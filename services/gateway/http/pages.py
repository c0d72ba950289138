"""The browser client: files with hashes in their names are kept, the rest is asked for again.

The start page names the picture that messengers show beside a link; they need its whole address,
which only the one who is asked knows.
"""

import asyncio
import re
from pathlib import Path, PurePosixPath
from typing import Final

from aiohttp import web

from services.gateway.decider.refusals import RefusedError
from services.gateway.http.callers import Callers

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
HASHED: Final = "assets"
NOT_PAGES: Final = ("api", "ws", HASHED, "healthz", "readyz", "metrics")
COMPRESSED: Final = (".br", ".gz")
CARD: Final = 'content="/card.png"'
HOST: Final = re.compile(r"(?:[A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?", re.ASCII)
"""What is said of the host comes from whoever asks: nothing else may get into the page."""


class Pages:
    """Serves a folder; addresses of pages, which the client tells apart itself, get its start."""

    def __init__(self, folder: Path, callers: Callers) -> None:
        self._folder = folder.resolve()
        self._start = self._folder / "index.html"
        self._callers = callers

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A file or a page. aiohttp sends its `.br` or `.gz` sibling where it may."""
        path = self._find(request.match_info["path"])
        if path == self._start:
            return await self._serve_start(request)
        is_hashed = path.parent.name == HASHED
        return web.FileResponse(
            path, headers={"Cache-Control": FOR_EVER if is_hashed else ASK_AGAIN}
        )

    async def _serve_start(self, request: web.Request) -> web.Response:
        """The start page, with the whole address of its picture."""
        page = await asyncio.to_thread(self._start.read_text, encoding="utf-8")
        who = self._callers.of(request)
        if HOST.fullmatch(who.host):
            page = page.replace(CARD, f'content="{who.scheme}://{who.host}/card.png"')
        return web.Response(
            text=page, content_type="text/html", headers={"Cache-Control": ASK_AGAIN}
        )

    def _find(self, address: str) -> Path:
        """The file of an address. Raises RefusedError."""
        parts = PurePosixPath(address).parts
        if "\x00" in address or ".." in parts or address.startswith("/"):
            raise RefusedError("not_found")
        file = self._folder.joinpath(*parts)
        if parts and self._is_served(file):
            return file
        is_page = not parts or (parts[0] not in NOT_PAGES and not PurePosixPath(address).suffix)
        if is_page and self._start.is_file():
            return self._start
        raise RefusedError("not_found")

    def _is_served(self, file: Path) -> bool:
        try:
            return (
                file.suffix not in COMPRESSED
                and file.is_file()
                and file.resolve().is_relative_to(self._folder)
            )
        except OSError:  # a name that no file can have
            return False
