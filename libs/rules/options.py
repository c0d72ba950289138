"""Variants and options: the values an option takes, a variant's table, overrides applied."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from libs.rules.game import OptionError, Options

HIGHEST_LIMIT: Final = 1_000_000_000


class Switch(msgspec.Struct, frozen=True):
    """An option that is on (true) or off (false)."""

    def accepts(self, value: object) -> bool:
        """Whether the option can have this value."""
        return isinstance(value, bool)


class Choice(msgspec.Struct, frozen=True):
    """An option that is one of a few words."""

    words: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        """Whether the option can have this value."""
        return isinstance(value, str) and value in self.words


class Limit(msgspec.Struct, frozen=True):
    """An option that is a whole number from `least` on, or None: off."""

    least: int = 1

    def accepts(self, value: object) -> bool:
        """Whether the option can have this value."""
        if value is None:
            return True
        return type(value) is int and self.least <= value <= HIGHEST_LIMIT


class Number(msgspec.Struct, frozen=True):
    """An option that is a whole number from `least` to `most`."""

    least: int
    most: int

    def accepts(self, value: object) -> bool:
        """Whether the option can have this value."""
        return type(value) is int and self.least <= value <= self.most


Kind = Switch | Choice | Limit | Number


class VariantTable(msgspec.Struct, frozen=True):
    """All options of a game, its variants' values, and the variant meant by None."""

    kinds: Mapping[str, Kind]
    variants: Mapping[str, Mapping[str, Any]]
    default: str

    def resolve(self, variant: str | None, overrides: Mapping[str, Any]) -> Options:
        """A variant's options with the overrides applied.

        Raises OptionError for an unknown variant or option and for an impossible value.
        """
        name = self.default if variant is None else variant
        if name not in self.variants:
            raise OptionError(f"unknown variant {name!r}")
        for option, value in overrides.items():
            if option not in self.kinds:
                raise OptionError(f"unknown option {option!r}")
            if not self.kinds[option].accepts(value):
                raise OptionError(f"option {option!r} can't be {value!r}")
        return {option: overrides.get(option, self.variants[name][option]) for option in self.kinds}
