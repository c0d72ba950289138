"""The browser client: files with hashes in their names are kept, the rest is asked for again."""

from pathlib import Path, PurePosixPath
from typing import Final

from aiohttp import web

from services.gateway.decider.refusals import RefusedError

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
HASHED: Final = "assets"
NOT_PAGES: Final = ("api", "ws", HASHED, "healthz", "readyz", "metrics")
COMPRESSED: Final = (".br", ".gz")


class Pages:
    """Serves a folder; addresses of pages, which the client tells apart itself, get its start."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A file or a page. aiohttp sends its `.br` or `.gz` sibling where it may."""
        path = self._find(request.match_info["path"])
        is_hashed = path.parent.name == HASHED
        return web.FileResponse(
            path, headers={"Cache-Control": FOR_EVER if is_hashed else ASK_AGAIN}
        )

    def _find(self, address: str) -> Path:
        """The file of an address. Raises RefusedError."""
        parts = PurePosixPath(address).parts
        if "\x00" in address or ".." in parts or address.startswith("/"):
            raise RefusedError("not_found")
        file = self._folder.joinpath(*parts)
        if parts and self._is_served(file):
            return file
        start = self._folder / "index.html"
        is_page = not parts or (parts[0] not in NOT_PAGES and not PurePosixPath(address).suffix)
        if is_page and start.is_file():
            return start
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
