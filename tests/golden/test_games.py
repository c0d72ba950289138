"""Frozen games: whatever becomes of the rules, a game played under version 1 replays as it was."""

from pathlib import Path

import pytest

from libs.rules import registry
from libs.rules.gametext import GameRecord, format_game, parse_game

pytestmark = pytest.mark.golden

FILES = sorted((Path(__file__).parent / "games").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_frozen_game_replays(file: Path) -> None:
    """Reading plays every turn by the rules that the file names, and compares the end."""
    text = file.read_text("utf-8")
    record = parse_game(text)
    assert record.version == 1
    assert record.termination is not None
    assert format_game(record) == text


def test_every_game_and_variant_has_frozen_games() -> None:
    frozen = {(record.game, record.variant) for record in map(_read, FILES)}
    assert frozen == {
        (key, variant) for key in registry.game_keys() for variant in registry.current(key).variants
    }


def _read(file: Path) -> GameRecord:
    return parse_game(file.read_text("utf-8"))
