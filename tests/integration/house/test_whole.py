"""The whole Spielcenter on one machine: opened, hurt, healed, closed, opened again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local import leftovers
from deploy.local.ports import answers_ok, is_open
from deploy.local.whole import Spielcenter, WholeError
from libs.testkit.eventually import eventually

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def spielcenter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spielcenter]:
    whole = Spielcenter(tmp_path_factory.mktemp("whole"))
    whole.start()
    yield whole
    whole.stop()


def test_it_says_what_it_does_and_where_the_page_is(spielcenter: Spielcenter) -> None:
    assert "[6/6] Dienste starten" in spielcenter.output
    assert f"{spielcenter.address}/" in spielcenter.output
    assert answers_ok(spielcenter.port, "/")
    assert answers_ok(spielcenter.port, "/readyz")


@pytest.mark.parametrize("name", ["postgres", "nats", "backend", "bots", "gateway"])
async def test_whatever_is_killed_comes_back_and_the_page_answers_again(
    spielcenter: Spielcenter, name: str
) -> None:
    killed = spielcenter.kill(name)

    def is_another() -> bool:
        try:
            return spielcenter.pid(name) != killed
        except FileNotFoundError:  # between the two nobody has a process id
            return False

    await eventually(is_another, within_s=15)
    await eventually(lambda: answers_ok(spielcenter.port, "/readyz"), within_s=30)
    assert answers_ok(spielcenter.port, "/")
    assert f"{name} ist ausgefallen (SIGKILL)" in spielcenter.output


def test_a_second_one_on_the_same_data_is_refused(spielcenter: Spielcenter) -> None:
    second = Spielcenter(spielcenter.data.root)
    with pytest.raises(WholeError, match="Hier läuft schon ein Spielcenter"):
        second.start()


def test_it_closes_within_ten_seconds_leaves_nothing_and_opens_again_on_its_data(
    spielcenter: Spielcenter,
) -> None:
    pids = [spielcenter.pid(name) for name in ("postgres", "nats", "backend", "bots", "gateway")]
    begun = time.monotonic()
    spielcenter.stop()
    assert time.monotonic() - begun < 10
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert leftovers.working_in(spielcenter.data.postgres / "data") == []
    assert not is_open(spielcenter.port)
    begun = time.monotonic()
    spielcenter.start()
    assert time.monotonic() - begun < 15
    assert answers_ok(spielcenter.port, "/")
