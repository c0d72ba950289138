"""The whole Spielcenter, as `make run` starts it, to be used and hurt."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.whole import Spielcenter

OPEN_GATES = {
    "GUESTS_BURST": "10000",
    "GUESTS_A_MINUTE": "10000",
    "REQUESTS_A_SECOND": "10000",
    "REQUESTS_BURST": "10000",
    "SOCKETS_AN_ADDRESS": "10000",
}
"""All visitors of a test come from one address."""


@pytest.fixture
def spielcenter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spielcenter]:
    """Running; ended afterwards."""
    for name, value in OPEN_GATES.items():
        monkeypatch.setenv(name, value)
    whole = Spielcenter(tmp_path)
    whole.start()
    yield whole
    whole.stop()
