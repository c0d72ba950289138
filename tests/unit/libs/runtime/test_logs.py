"""Log lines: JSON, with service and correlation, without secrets."""

import asyncio
import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog

from libs.runtime import configure_logs, correlation, current_correlation, get_logger
from libs.runtime.logs import enter_service, hide_credentials

pytestmark = pytest.mark.unit

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    stream = io.StringIO()
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    configure_logs("info", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    structlog.reset_defaults()
    root.handlers[:], level = before
    root.setLevel(level)


def test_a_line_is_an_object_with_time_level_and_what_is_bound(lines: Lines) -> None:
    get_logger(service="games").info("shard gained", shard=3)
    (line,) = lines()
    assert line.pop("at").startswith("20")
    assert line == {"level": "info", "event": "shard gained", "service": "games", "shard": 3}


def test_what_is_below_the_level_is_not_written(lines: Lines) -> None:
    get_logger().debug("noise")
    assert lines() == []


def test_the_correlation_goes_along_into_tasks_and_ends_with_its_block(lines: Lines) -> None:
    async def main() -> None:
        with correlation("c1"):
            await asyncio.create_task(work())
        get_logger().info("outside")

    async def work() -> None:
        enter_service("games")
        get_logger().info("inside")

    asyncio.run(main())
    inside, outside = lines()
    assert (inside["correlation"], inside["service"]) == ("c1", "games")
    assert "correlation" not in outside
    assert "service" not in outside
    assert current_correlation() == ""


@pytest.mark.parametrize("key", ["password", "database_url", "api_token", "Cookie", "session_id"])
def test_secrets_are_never_written(lines: Lines, key: str) -> None:
    get_logger().info("connecting", **{key: "hunter2"})
    assert "hunter2" not in str(lines())


def test_credentials_inside_a_text_are_hidden(lines: Lines) -> None:
    get_logger().error("failed", reason="cannot reach postgresql://me:hunter2@db:5432/x in 3 s")
    assert lines()[0]["reason"] == "cannot reach postgresql://•••@db:5432/x in 3 s"
    assert hide_credentials("http://host/a@b") == "http://host/a@b"


def test_an_exception_is_told_with_its_traceback(lines: Lines) -> None:
    try:
        _ = 1 // 0
    except ZeroDivisionError:
        get_logger().exception("bad sum")
    (line,) = lines()
    assert line["level"] == "error"
    assert "ZeroDivisionError" in line["exception"]


def test_libraries_write_in_the_same_form(lines: Lines) -> None:
    logging.getLogger("asyncio").warning("slow callback %s", "x")
    (line,) = lines()
    assert (line["event"], line["logger"], line["level"]) == (
        "slow callback x",
        "asyncio",
        "warning",
    )


def test_values_that_are_not_json_are_written_all_the_same(lines: Lines) -> None:
    get_logger().info("odd", value={1, 2}, other=object)
    assert lines()[0]["event"] == "odd"
