"""Three Men's Morris, solved."""

from libs.engines.three.engine import ThreeEngine

__all__ = ["ThreeEngine"]
