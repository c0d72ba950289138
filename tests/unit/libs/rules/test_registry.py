"""Rules are found by key and version, and by nothing else."""

import pytest

from libs.rules import registry

pytestmark = pytest.mark.unit


def test_the_current_rules_are_registered_under_their_version() -> None:
    for key in registry.game_keys():
        rules = registry.current(key)
        assert registry.rules(key, rules.version) is rules
        assert rules.key == key


def test_unknown_keys_and_versions_are_refused() -> None:
    for key in ("chess", "", "Mills"):
        with pytest.raises(registry.UnknownGameError):
            registry.current(key)
    with pytest.raises(registry.UnknownGameError):
        registry.rules("mills", 0)
