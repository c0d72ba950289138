"""Figures, and the page that shows them."""

import asyncio

import pytest

from libs.bus import MemoryBus, MemoryHub
from libs.runtime import Metrics
from libs.runtime.figures import MAX_SERIES, Figures

pytestmark = pytest.mark.unit


def page(metrics: Metrics) -> list[str]:
    body, content_type = metrics.render()
    assert content_type.startswith("text/plain")
    return body.decode().splitlines()


def test_what_was_counted_stands_on_the_page() -> None:
    metrics = Metrics()
    metrics.commands.child("games", "play_turn", "accepted").add(3)
    metrics.shards_owned.child("games").set(16)
    lines = page(metrics)
    assert (
        'spielcenter_commands_total{answer="accepted",kind="play_turn",service="games"} 3.0'
        in lines
    )
    assert 'spielcenter_shards_owned{service="games"} 16.0' in lines


def test_a_distribution_counts_cumulatively_and_by_weight() -> None:
    metrics = Metrics()
    spread = metrics.command_to_commit.child("games")
    spread.observe(0.0001)
    spread.observe(0.004, count=5)
    spread.observe(60)
    lines = [line for line in page(metrics) if line.startswith("spielcenter_command_to_commit")]
    name = 'spielcenter_command_to_commit_seconds_bucket{le="%s",service="games"} %s'
    for bound, count in (("0.0005", "1.0"), ("0.003", "1.0"), ("0.005", "6.0"), ("5.0", "6.0")):
        assert name % (bound, count) in lines
    assert name % ("+Inf", "7.0") in lines
    assert 'spielcenter_command_to_commit_seconds_count{service="games"} 7.0' in lines


def test_labels_are_bounded() -> None:
    family = Figures().tallies("refused", "x", "code")
    for number in range(MAX_SERIES + 50):
        family.child(f"code{number}").add()
    counted = dict(family.items())
    assert len(counted) == MAX_SERIES + 1
    assert counted[("other",)].value == 50


def test_wrong_labels_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="labels"):
        Figures().tallies("x", "x", "a", "b").child("1")


async def test_a_bus_shows_its_counters() -> None:
    metrics, hub = Metrics(), MemoryHub()
    bus = MemoryBus(hub)
    metrics.watch_bus("games", bus)
    bus.publish("a", b"")
    await asyncio.sleep(0)
    lines = page(metrics)
    assert 'spielcenter_bus_published_total{bus="games"} 1.0' in lines
    assert 'spielcenter_bus_connected{bus="games"} 1.0' in lines
    await bus.close()
    assert 'spielcenter_bus_connected{bus="games"} 0.0' in page(metrics)
