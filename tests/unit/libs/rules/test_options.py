"""Which values an option takes, and how a variant's table is overridden."""

import pytest

from libs.rules.game import OptionError
from libs.rules.options import Choice, Kind, Limit, Number, Switch, VariantTable

pytestmark = pytest.mark.unit

TABLE = VariantTable(
    kinds={"wings": Switch(), "board": Choice(("small", "big")), "limit": Limit()},
    variants={
        "plain": {"wings": False, "board": "small", "limit": None},
        "rich": {"wings": True, "board": "big", "limit": 40},
    },
    default="rich",
)


def test_overrides_replace_what_the_variant_says() -> None:
    assert TABLE.resolve("plain", {"limit": 3}) == {"wings": False, "board": "small", "limit": 3}
    assert TABLE.resolve(None, {}) == TABLE.variants["rich"]
    assert TABLE.resolve("rich", {"limit": None})["limit"] is None


def test_the_order_of_options_is_the_tables() -> None:
    assert list(TABLE.resolve(None, {"limit": 1, "wings": True})) == ["wings", "board", "limit"]


def test_unknown_variants_options_and_values_are_refused() -> None:
    for variant, overrides in (("poor", {}), ("", {}), (None, {"size": 1}), (None, {"wings": 0})):
        with pytest.raises(OptionError):
            TABLE.resolve(variant, overrides)


def test_each_kind_knows_its_values() -> None:
    values: list[object] = [None, True, False, 0, 1, 7, -1, 1.0, "1", "small", [], {}, 10**12]
    accepted: dict[Kind, list[object]] = {
        Switch(): [True, False],
        Choice(("small", "big")): ["small"],
        Limit(): [None, 1, 7],
        Limit(least=2): [None, 7],
        Number(0, 5): [0, 1],
    }
    for kind, expected in accepted.items():
        taken = [value for value in values if kind.accepts(value)]
        assert [repr(value) for value in taken] == [repr(value) for value in expected]
