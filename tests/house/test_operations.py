"""What operators see and start agrees with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from deploy.local.nats import open_server
from deploy.local.services import PROCESSES
from libs.engines.pool import WorkerPool
from libs.runtime import Metrics
from services.bots.handlers.figures import BotFigures
from tests.house.tracked import ROOT

DEPLOY = ROOT / "deploy"


def service_names() -> set[str]:
    return {path.parent.name for path in (ROOT / "services").glob("*/__main__.py")}


def test_the_dashboard_shows_only_figures_that_exist() -> None:
    metrics, known = Metrics(), set()
    BotFigures(metrics.figures, WorkerPool(1))
    for family in metrics.figures.collect():
        name = family.name
        known |= {name, f"{name}_total", f"{name}_bucket", f"{name}_count", f"{name}_sum"}
    text = (DEPLOY / "observability" / "spielcenter.json").read_text(encoding="utf-8")
    assert set(re.findall(r"\bspielcenter_\w+", text)) - known == set()


def test_the_supervisor_starts_every_service_once() -> None:
    started = [service for services in PROCESSES.values() for service in services]
    assert sorted(started) == sorted(set(started))
    assert service_names() <= set(started)


@pytest.mark.parametrize(
    "file", [Path("compose/compose.yaml"), Path("observability/prometheus.yml")], ids=str
)
def test_every_service_is_named_where_containers_are(file: Path) -> None:
    text = (DEPLOY / file).read_text(encoding="utf-8")
    assert {name for name in service_names() if not re.search(rf"\b{name}\b", text)} == set()


def test_containers_and_the_embedded_server_take_messages_of_the_same_size(tmp_path: Path) -> None:
    conf = (DEPLOY / "compose" / "nats.conf").read_text(encoding="utf-8")
    stated = re.search(r"max_payload: (\d+)", conf)
    open_server(tmp_path)
    embedded = json.loads((tmp_path / "server.conf").read_text(encoding="utf-8"))
    assert stated is not None
    assert int(stated[1]) == embedded["max_payload"]
