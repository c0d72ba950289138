"""TLS, as a cluster outside would have it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from libs.bus import NatsBus, NatsOptions
from libs.testkit.nats_server import NatsServer

pytestmark = pytest.mark.integration


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for this machine, signed by itself, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost"
        f" -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout {key} -out {certificate}"
    )
    subprocess.run(command.split(), check=True, capture_output=True)
    return certificate, key


async def test_a_server_that_demands_tls_is_reached(
    tmp_path: Path, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    cert_file, key_file = certificate
    server = NatsServer(
        tmp_path, options=f'tls {{ cert_file: "{cert_file}", key_file: "{key_file}" }}'
    )
    server.start()
    monkeypatch.setenv("SSL_CERT_FILE", str(cert_file))
    bus = await NatsBus.connect(NatsOptions(f"tls://localhost:{server.port}"))
    bus.serve("svc", lambda request: request.respond(request.payload))
    payload = bytes(500_000)
    assert await bus.call("svc", payload) == payload
    await bus.close()
    server.kill()
