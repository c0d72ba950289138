"""The engine of Three Men's Morris."""

from libs.engines.solved.engine import SolvedEngine
from libs.engines.three.game import ThreeGame


class ThreeEngine(SolvedEngine):
    """Plays Three Men's Morris by its solution."""

    def __init__(self) -> None:
        super().__init__(ThreeGame())
