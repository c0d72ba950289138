"""Three Men's Morris: three by three points, place three stones each, then move them."""

from libs.rules.three.rules import Three

__all__ = ["Three"]
