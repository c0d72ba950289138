"""What is generated from the contracts is fresh, and every stored event has a frozen sample."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from libs.contracts import accounts, games, lobby, matchmaking, ratings
from libs.contracts.generate import generated

ROOT = Path(__file__).parents[3]
SAMPLES = sorted((ROOT / "proto" / "samples").glob("*.json"))
CLASSES: tuple[Any, ...] = (
    *get_args(accounts.AccountEvent),
    *get_args(games.GameEvent),
    *get_args(lobby.ModerationEvent),
    *get_args(matchmaking.RoomEvent),
    *get_args(ratings.RatingEvent),
)
EVENTS = {cls.__struct_config__.tag: cls for cls in CLASSES}


@pytest.mark.parametrize("path", sorted(generated()))
def test_generated_files_are_fresh(path: str) -> None:
    written = (ROOT / path).read_text(encoding="utf-8")
    assert written == generated()[path], "stale: run `make proto`"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_can_still_be_read(sample: Path) -> None:
    name, _schema = sample.stem.rsplit(".", 1)
    data = json.loads(sample.read_text(encoding="utf-8"))
    event = msgspec.convert(data, EVENTS[name])
    written = msgspec.json.decode(msgspec.json.encode(event))
    assert _kept(data, written) == data


def _kept(sample: Any, written: Any) -> Any:
    """What is written of what stands in the sample: younger fields are left out, at any depth."""
    if isinstance(sample, dict):
        return {key: _kept(value, written[key]) for key, value in sample.items()}
    if isinstance(sample, list) and len(sample) == len(written):
        return [_kept(one, other) for one, other in zip(sample, written, strict=True)]
    return written


def test_every_event_has_a_sample() -> None:
    assert {sample.stem.rsplit(".", 1)[0] for sample in SAMPLES} == set(EVENTS)
